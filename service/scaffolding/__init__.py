"""Scaffolding: a small new game, or a draft of house rules that quotes the lines to change."""
