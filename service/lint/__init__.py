"""Linting of rules: findings, their fixes, and the forms in which they are printed."""
