"""One run of a program: dice, answers, and the journal of events."""
