"""Good play found by the machine and written as rules: features, rollouts, rule lists, and their text."""
