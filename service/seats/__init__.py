"""Two people at one game: what each may see, an arbiter between them, commitments, and how messages travel."""
