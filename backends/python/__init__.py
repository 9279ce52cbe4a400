"""The Python backend: the flat form as readable Python source."""
