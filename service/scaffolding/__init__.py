"""What somebody begins with: a small game of his own, or a house rule that quotes what it is to change."""
