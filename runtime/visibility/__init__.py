"""What each of two players may see."""
