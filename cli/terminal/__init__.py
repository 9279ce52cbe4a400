"""What every screen shares: the terminal, its streams, signals, lines and columns."""
