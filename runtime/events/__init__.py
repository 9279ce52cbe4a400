"""Events, and the words that they are told in."""
