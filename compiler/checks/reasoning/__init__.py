"""Symbolic execution, abstract evaluation and decision diagrams: what the checks reason with."""
