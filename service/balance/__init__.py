"""How a game is balanced: how it ends, which choices and tables decide, where it is lost, and for whom it plays."""
