"""The reasoning of the checks: symbolic execution, abstract interpretation and decision diagrams."""
