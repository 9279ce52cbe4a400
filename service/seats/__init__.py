"""Two-player games: what each seat may see, the mediator, commitments to dice, and how messages travel."""
