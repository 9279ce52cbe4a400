"""Helpers for every room of the service: documents, output files, the user's folders, failures."""
