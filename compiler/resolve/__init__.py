"""From names to meanings: the syntax tree becomes the rule graph."""
