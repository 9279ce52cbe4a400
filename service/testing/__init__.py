"""Testing of rules: worked examples, smoke runs, mutants, coverage, profiles."""
