"""The user's saves: listing, replay, migration to changed rules, and the rules of each save."""
