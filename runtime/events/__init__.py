"""Events: from the integers of a journal to typed views, and to words."""
