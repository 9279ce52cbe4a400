"""A game by mail: letters that people can read, with a line for the program, and what the host does with them."""
