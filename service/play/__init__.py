"""A game in play: begun or taken up, questions answered, orders kept, odds asked for."""
