"""Benchmarks. None of them gates a test."""
