"""Hidden information: the state as each of two players may see it."""
