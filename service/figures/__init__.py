"""Measured figures of a README: declared as runs in `figures.toml`, written by a command, checked against new runs."""
