"""Runs of a compiled program: dice, choices, the journal, sessions and saves.

This package knows no game and no terminal; front ends take part through callbacks.
"""
