"""Play: start or resume a game, answer questions, keep standing orders, estimate odds."""
