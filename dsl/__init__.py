"""The rules language as text: grammar, syntax tree, parser, formatter.

This package knows the syntax of rules, and nothing of the meaning of names.
"""
