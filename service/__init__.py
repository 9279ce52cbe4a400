"""The application without a screen: find, compile, play, check and measure games, as values and documents."""
