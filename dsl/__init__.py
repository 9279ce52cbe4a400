"""The rules language as text: grammar, syntax tree, parsing, formatting.

This package knows how rules are written, and nothing of what names mean.
"""
