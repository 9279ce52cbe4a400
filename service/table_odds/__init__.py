"""The chances of tables: every throw gone through by the rules themselves, so that odds are ratios and not guesses."""
