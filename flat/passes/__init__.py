"""Optimization passes over the flat form: each returns an equivalent program that runs in less time."""
