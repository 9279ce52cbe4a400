"""Measurements. None of them gates a test."""
