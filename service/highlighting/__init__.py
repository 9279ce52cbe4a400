"""Syntax highlighting of rules, for pages and notebooks, by the grammar that editors use."""
