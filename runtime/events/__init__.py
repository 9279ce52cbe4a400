"""Events of a journal, read from integers to typed views and to text."""
