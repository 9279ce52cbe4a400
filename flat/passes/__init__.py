"""Passes over the flat form: each makes a program another that does the same and is done sooner."""
