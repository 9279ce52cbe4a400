"""What two sets of rules differ in: items, odds, examples."""
