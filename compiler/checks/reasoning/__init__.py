"""The reasoning of the checks: symbolic execution, abstract evaluation and decision diagrams."""
