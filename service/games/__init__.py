"""Games found by the words people have for them, and the files that a call asks for."""
