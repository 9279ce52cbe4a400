"""The lookup of games by id or folder, and the reading of their files."""
