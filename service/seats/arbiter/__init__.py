"""The mediator (arbiter) of a two-player game: whom to ask, what to refuse, what to send to whom."""
