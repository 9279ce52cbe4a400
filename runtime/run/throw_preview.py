"""Preview of a throw: its table's arguments and modifiers, and the row of each total."""

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
"""Matches a row key that is a number or a range."""

NATURAL_PREFIX = "natural "
"""Prefix of a row key that tests the natural dice."""


def preview_throw(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    script: Sequence[int],
    load: Loader,
    name_lookup: NameLookup | None = None,
    outcome: int | None = None,
    checkpoints: MissionCheckpoints | None = None,
) -> RollView | None:
    """Preview the throw after a script, as if the dice had an ``outcome``: return modifiers and row, or None.

    Its arguments, and the modifiers that do not depend on the dice, are those of the real throw.

    Args:
        program: The program.
        entry: The entry of the run.
        args: The values of the entry's parameters.
        script: Sums of all throws and indices of all answers so far.
        load: Makes a machine for the preview.
        name_lookup: The names to show.
        outcome: The outcome of the throw, which is its total if no rule looks at single dice; None for the lowest.
        checkpoints: The finished missions of a career.

    Returns:
        The throw; None if there is none, or if a question comes before its result.
    """
    reader = Reader(program)
    reader.describer.name_lookup = name_lookup
    throw_sites: list[int] = []
    views: list[RollView] = []

    def roll(site: int, dice: Dice) -> int:
        """Callback ``roll``: return the assumed number for the previewed throw; stop the run at a later one."""
        if throw_sites:
            raise TargetReached
        throw_sites.append(site)
        return dice.outcome([dice.lowest_face] * dice.die_count) if outcome is None else outcome

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: keep the dice at a standing offer to throw them again; stop the run at any other choice."""
        place = program.sites[site]
        if isinstance(place, ChoiceSite) and place.offer:
            return 0  # keep the dice
        raise TargetReached

    def catch_throw(event: Event) -> None:
        """Callback for events: store the view of the previewed throw and end the run; ignore earlier events."""
        if throw_sites and event[0] == throw_sites[0]:
            view = reader.read(event)
            if isinstance(view, RollView):
                views.append(view)
            raise TargetReached

    scripted = ScriptedCallbacks(script, roll, ask, catch_throw)
    machine = load(program, scripted.roll, scripted.ask, scripted.log)
    if checkpoints is not None:
        machine.hook_missions(checkpoints.mission_hook(machine, scripted))
    reader.describer.slots = machine.slots
    rerun(machine, entry, args)
    return views[0] if views else None


def rows_by_number(site: RollSite, modifiers: Sequence[AppliedModifier]) -> Mapping[int, RowInfo] | None:
    """Map each number that a table's dice can show to a row, with ``modifiers`` added; None if too complex."""
    if any("natural" in modifier.text for modifier in site.modifiers):
        return None
    added = sum(modifier.amount for modifier in modifiers)
    natural = [row for row in site.rows if row.label.startswith(NATURAL_PREFIX)]
    if site.dice.single and natural:  # they may look at single dice
        return None
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
    """Whether a row's key (``3..5``, ``else``) contains a total; None if the key is something else."""
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
