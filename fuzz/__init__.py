"""The fuzzer: what strangers hand in, changed at random but by its structure, and handed to the program."""
