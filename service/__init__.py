"""The application without a screen: games found, rules chosen, played, checked and told as values and documents."""
