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
from bombsight.runtime.events.names import NameLookup
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import AppliedModifier, RollView
from bombsight.runtime.machine import Event, Loader
from bombsight.runtime.run.checkpoints import MissionCheckpoints
from bombsight.runtime.run.rerun import TargetReached, rerun
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks

ROW_KEY = re.compile(r"(?P<one>-?\d+)|(?P<low>-?\d+)?\.\.(?P<high>-?\d+)?")
"""A key of a row that says plainly which numbers it is for."""

NATURAL_PREFIX = "natural "
"""What the key of a row begins with that looks at the dice as they fell."""


def preview_throw(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    script: Sequence[int],
    load: Loader,
    name_lookup: NameLookup | None = None,
    natural: int | None = None,
    checkpoints: MissionCheckpoints | None = None,
) -> RollView | None:
    """The throw that comes behind a script, told as if the dice had shown a number.

    Its arguments, and the modifiers that do not ask what the dice show, are those of whatever will fall.

    Args:
        program: What is played.
        entry: From where.
        args: The values of the entry's parameters.
        script: The sums of all throws and the indices of all answers so far.
        load: Makes a machine to look ahead on.
        name_lookup: What names are shown.
        natural: What the dice show together; None for as little as they can.
        checkpoints: The missions of a career that are over.

    Returns:
        The throw; None where none comes, or a question stands between it and what it leads to.
    """
    reader = Reader(program)
    reader.describer.name_lookup = name_lookup
    throw_sites: list[int] = []
    views: list[RollView] = []

    def roll(site: int, dice: Dice) -> int:
        if throw_sites:
            raise TargetReached
        throw_sites.append(site)
        return dice.low if natural is None else natural

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        place = program.sites[site]
        if isinstance(place, ChoiceSite) and place.offer:
            return 0  # the dice are kept
        raise TargetReached

    def log(event: Event) -> None:
        if throw_sites and event[0] == throw_sites[0]:
            view = reader.read(event)
            if isinstance(view, RollView):
                views.append(view)
            raise TargetReached

    scripted = ScriptedCallbacks(script, roll, ask, log)
    machine = load(program, scripted.roll, scripted.ask, scripted.log)
    if checkpoints is not None:
        machine.hook_missions(checkpoints.mission_hook(machine, scripted))
    reader.describer.slots = machine.slots
    rerun(machine, entry, args)
    return views[0] if views else None


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
    natural = [row for row in site.rows if row.label.startswith(NATURAL_PREFIX)]
    others = [row for row in site.rows if not row.label.startswith(NATURAL_PREFIX)]
    rows: dict[int, RowInfo] = {}
    for number in site.dice.results:
        candidates = [(row, row.label.removeprefix(NATURAL_PREFIX), number) for row in natural]
        candidates += [(row, row.label, number + added) for row in others]
        for row, label, total in candidates:
            holds = is_total_in_key(label, total)
            if holds is None:
                return None
            if holds:
                rows[number] = row
                break
        else:
            return None
    return rows


def is_total_in_key(label: str, total: int) -> bool | None:
    """Whether a total is among the keys of a row; None where they do not say so plainly."""
    if label == "else":
        return True
    for key in label.split(", "):
        match = ROW_KEY.fullmatch(key)
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
