"""What stands above a story: what is played, and what one should know before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from bombsight.cli.terminal.screen import clean, words
from bombsight.cli.terminal.wrapping import PLAIN, wrapped
from bombsight.flat.program import Program
from bombsight.runtime.saves.records import Header
from bombsight.service.programs.pins import told_pins


def header_lines(program: Program, header: Header, width: int) -> Iterator[Text]:
    """What is played: the game, the seed, options that are not at their defaults, overlays."""
    parts = []
    if header.entry == "career":
        parts.append("campaign")
    elif header.args:
        parts.append(f"mission {' '.join(map(str, header.args))}")
    parts.append(
        {"seeded": f"seed {header.seed}", "manual": "real dice", "file": f"dice from {header.dice_file}"}[header.dice]
    )
    if header.thrower:
        parts.append("your own dice" if header.by_hand else "the seed throws")
    parts += told_pins(program, header.pins, header.fields)
    parts += [f"{option.name} = {option.value}" for option in program.options if option.value != option.default]
    parts += program.overlays
    yield words(program.title, "bold")
    yield from wrapped(Text(clean("; ".join(parts)), style="dim"), 0, width)


def about_lines(about: Sequence[str], width: int) -> Iterator[Text]:
    """What a player should know before he plays, a blank line above each paragraph."""
    for paragraph in about:
        yield Text()
        yield from words(paragraph).wrap(PLAIN, width)


def rows(lines: Sequence[Text], width: int) -> int:
    """How many rows of a terminal so wide lines take."""
    return sum(max(1, -(-line.cell_len // width)) for line in lines)
