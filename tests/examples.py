"""Where the examples that ship lie. Most tests play one of them, a small game."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
LIGHTHOUSE = EXAMPLES / "lighthouse"

FAULTY = """\
house faulty "Faulty" for lighthouse
  1 "A gale makes the night longer"
    in procedure watch
      was
        step weather "Weather"                                     cite "rule 2"
          set sky to roll on Weather
      now
        step weather "Weather"                                     cite "rule 2"
          set sky to roll on Weather
          if sky is gale
            add 5 to hour
"""
"""A house rule of the lighthouse by which some nights are faults of the rules."""
