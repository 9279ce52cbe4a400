"""Displays of tables: cards, odds, quotations."""
