"""Bombsight: the rules of solitaire table games as data, checked, and played."""
