"""Boards: views of a game's state as values, as text characters and as SVG."""
