"""Reference lookups in a game: declarations, tables as cards, rules in force, provenance, the manual."""
