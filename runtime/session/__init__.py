"""Record and replay: a session records a run, replays it, undoes answers and migrates it to other rules."""
