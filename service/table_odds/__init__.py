"""Exact odds of tables: the rules themselves go through every throw, so odds are ratios and not guesses."""
