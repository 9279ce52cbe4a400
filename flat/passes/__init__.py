"""Optimizing passes over the flat form: each returns a program that does the same in less time."""
