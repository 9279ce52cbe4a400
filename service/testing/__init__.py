"""Rules tried: worked examples, smoke runs, mutants, coverage, profiles."""
