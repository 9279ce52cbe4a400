"""Many runs of a game, counted: cut into parts, played wherever there is room, put together again."""
