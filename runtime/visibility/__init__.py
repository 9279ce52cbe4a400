"""Hidden information: what each of two players may see."""
