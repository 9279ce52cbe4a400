"""Verification of a two-player game after its end: the revealed game is replayed and compared with what was sent."""
