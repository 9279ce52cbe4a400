"""Constants of the dice generator, SplitMix64; ``docs/dice.md`` specifies it to the bit."""

from __future__ import annotations

GAMMA = 0x9E3779B97F4A7C15
"""The increment of the state at each output."""

MULTIPLIER_1 = 0xBF58476D1CE4E5B9
MULTIPLIER_2 = 0x94D049BB133111EB

CHOICES_SALT = 0x63686F69636573
"""``choices`` in ASCII: separates the stream of random choices from that of the dice."""

NAMES_SALT = 0x6E616D6573
"""``names`` in ASCII: separates the order of names from both."""
