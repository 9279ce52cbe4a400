"""Boards of a game that is played: pictures of its state, as values, as characters and as SVG."""
