"""Displays about games, rules in force, saves and figures."""
