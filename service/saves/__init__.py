"""One's saves: listed, replayed, migrated to other rules; the rules of each."""
