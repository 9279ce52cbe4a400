"""The commands, one module each: parameters and dispatch."""
