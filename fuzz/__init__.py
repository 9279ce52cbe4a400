"""The fuzzer: structure-aware random mutations of untrusted input, run through the program."""
