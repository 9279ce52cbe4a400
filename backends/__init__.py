"""Code generation: each backend, in a folder of its own, makes code of a flat program."""
