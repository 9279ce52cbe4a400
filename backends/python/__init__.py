"""The Python backend: it prints the flat form as readable Python source."""
