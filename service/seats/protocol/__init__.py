"""The protocol of a table: its messages and their codec, and the commitments to answers and dice."""
