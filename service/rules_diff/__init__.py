"""Differences of two sets of rules: items, odds, worked examples."""
