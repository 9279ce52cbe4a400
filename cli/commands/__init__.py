"""The commands, a module each: how they are called, and what they do."""
