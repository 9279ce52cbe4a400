"""What a throw is for, before it falls: what its table is rolled with, and what each number would lead to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bombsight.dsl.dice import Dice
from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import ChoiceSite, RollSite, RowInfo
from bombsight.runtime.callbacks import (
    Score,
    Values,
)
from bombsight.runtime.events.names import Shown
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import AppliedModifier, RollView
from bombsight.runtime.machine import Event, Loader
from bombsight.runtime.run.checkpoints import Past
from bombsight.runtime.run.rerun import Reached, run_again
from bombsight.runtime.run.script import Known

KEY = re.compile(r"(?P<one>-?\d+)|(?P<low>-?\d+)?\.\.(?P<high>-?\d+)?")
"""A key of a row that says plainly which numbers it is for."""

NATURAL = "natural "
"""What the key of a row begins with that looks at the dice as they fell."""


def foresee(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    script: Sequence[int],
    load: Loader,
    shown: Shown | None = None,
    natural: int | None = None,
    past: Past | None = None,
) -> RollView | None:
    """The throw that comes behind a script, told as if the dice had shown a number.

    Its arguments, and the modifiers that do not ask what the dice show, are those of whatever will fall.

    Args:
        program: What is played.
        entry: From where.
        args: The values of the entry's parameters.
        script: The sums of all throws and the indices of all answers so far.
        load: Makes a machine to look ahead on.
        shown: What names are shown.
        natural: What the dice show together; None for as little as they can.
        past: The missions of a career that are over.

    Returns:
        The throw; None where none comes, or a question stands between it and what it leads to.
    """
    reader = Reader(program)
    reader.describer.shown = shown
    thrown: list[int] = []
    found: list[RollView] = []

    def roll(site: int, dice: Dice) -> int:
        if thrown:
            raise Reached
        thrown.append(site)
        return dice.low if natural is None else natural

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        place = program.sites[site]
        if isinstance(place, ChoiceSite) and place.offer:
            return 0  # the dice are kept
        raise Reached

    def log(event: Event) -> None:
        if thrown and event[0] == thrown[0]:
            view = reader.read(event)
            if isinstance(view, RollView):
                found.append(view)
            raise Reached

    known = Known(script, roll, ask, log)
    machine = load(program, known.roll, known.ask, known.log)
    if past is not None:
        machine.missions_by(past.played(machine, known))
    reader.describer.slots = machine.slots
    run_again(machine, entry, args)
    return found[0] if found else None


def rows_by_number(site: RollSite, modifiers: Sequence[AppliedModifier]) -> Mapping[int, RowInfo] | None:
    """The row that each number leads to which the dice can show.

    Args:
        site: The throw.
        modifiers: Those that apply.

    Returns:
        A row for each number; None where the keys of a row do not say plainly which they are, or a modifier asks what
        the dice show.
    """
    if any("natural" in modifier.text for modifier in site.modifiers):
        return None
    added = sum(modifier.amount for modifier in modifiers)
    natural = [row for row in site.rows if row.label.startswith(NATURAL)]
    others = [row for row in site.rows if not row.label.startswith(NATURAL)]
    found: dict[int, RowInfo] = {}
    for number in site.dice.results:
        asked = [(row, row.label.removeprefix(NATURAL), number) for row in natural]
        asked += [(row, row.label, number + added) for row in others]
        for row, label, total in asked:
            holds = has_key(label, total)
            if holds is None:
                return None
            if holds:
                found[number] = row
                break
        else:
            return None
    return found


def has_key(label: str, total: int) -> bool | None:
    """Whether a total is among the keys of a row; None where they do not say so plainly."""
    if label == "else":
        return True
    for key in label.split(", "):
        match = KEY.fullmatch(key)
        if match is None:
            return None
        if match["one"] is not None:
            holds = total == int(match["one"])
        else:
            low, high = match["low"], match["high"]
            holds = (low is None or int(low) <= total) and (high is None or total <= int(high))
        if holds:
            return True
    return False
