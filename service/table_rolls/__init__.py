"""One roll on a table, with the dice of a person or of a seed: what comes of it in each case, and why."""
