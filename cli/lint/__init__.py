"""Displays for authors of rules: findings, their pages, worked examples."""
