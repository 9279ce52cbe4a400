"""Linting of rules: findings, their fixes, and their output formats."""
