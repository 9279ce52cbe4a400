"""What the program for browsers takes from the Python side: the classes of a program, written as TypeScript."""
