"""Exact odds of tables, by enumerating every throw under the compiled rules."""
