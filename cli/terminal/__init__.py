"""Terminal support: streams, signals, lines and columns, shared by every display."""
