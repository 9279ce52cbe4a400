"""What matters most in the state of play, as one line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from bombsight.cli.terminal.screen import sanitize
from bombsight.service.present.glance import Fact
from bombsight.service.present.story_lines import BAD_SIGN

GAP = 3
"""The blanks between two facts."""


def draw_facts(facts: Sequence[Fact], width: int) -> Text:
    """Render facts in one line, as many as fit into a number of columns; those that are bad stand first."""
    line = Text()
    for fact in sorted(facts, key=lambda fact: not fact.is_bad):
        text = Text().append(f"{BAD_SIGN} " if fact.is_bad else "", "bold red")
        style = "bold red" if fact.is_bad else "green" if fact.is_good else "bold"
        text.append(sanitize(fact.title), "dim" if fact.value else style)
        text.append(sanitize(f" {fact.value}") if fact.value else "", style)
        if len(line) + len(text) + GAP > width:
            break
        line = Text(" " * GAP).join([line, text]) if line else text
    return line
