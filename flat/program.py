"""The program in the flat form: state, code, and the texts about both. ``docs/flat.md`` is its contract.

Every text is in :mod:`bombsight.flat.sites`, outside the code, under the number of its site. Callers begin at entries:
an :class:`Entry` names a function, with its parameters and results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import Origin
from bombsight.flat.boards import Board, BoardMarks
from bombsight.flat.budgets import DEFAULT_BUDGETS, Budgets
from bombsight.flat.functions import Function
from bombsight.flat.layout import Counter, Following, Naming, OpenOption, Region, SlotField, SlotList
from bombsight.flat.luck import JudgedTable, Luck
from bombsight.flat.release import NO_RELEASE, Release
from bombsight.flat.sites import Site, Tone
from bombsight.flat.types import NameList, Type


class Fault(Exception):  # noqa: N818 - the language calls it a fault
    """A rules fault: a run-time error of the rules, at a numbered site."""

    def __init__(self, site: int) -> None:
        """Make the exception for a run-time error of the rules at a numbered site."""
        super().__init__(f"rules fault at site {site}")
        self.site = site


@frozen(kw_only=True)
class EnumInfo:
    """The values of an enum, with their titles.

    Attributes:
        values: The names.
        titles: The titles; an empty one stands for the name.
        shorts: The short titles, empty for a value without; no titles at all if no value has one.
    """

    values: tuple[str, ...]
    titles: tuple[str, ...]
    shorts: tuple[str, ...] = ()


EntryKind = Literal["define", "look", "roll", "do", "setup", "call", "expect", "aside", "stage"]
"""The kind of an entry: a define, a table without dice, a table with dice, a procedure; a scene's line, the call or an
assertion of an example; an aside; the mission as a part of the career."""


@frozen(kw_only=True)
class Entry:
    """An exported function, where a caller may begin.

    A call returns ``results`` integers: None for none, an integer for one, a tuple for more; further results of the
    function (natural dice and total of a roll that some rule keeps) are not for the caller.

    Attributes:
        name: The name of the define or procedure; the id of the table; a number for examples and asides.
        function: The name of the function.
        params: Names and types of its parameters. An assertion takes the named elements, then, if it needs them, the
            parts of the result of the example's call; all parts are none before the call.
        result: The type of the result.
        results: The number of integers it returns.
        stays: Whether the procedure's region is not reset at its end, so that callers can read its state.
    """

    kind: EntryKind
    name: str
    function: str
    params: tuple[tuple[str, Type], ...] = ()
    result: Type | None = None
    results: int = 0
    stays: bool = False

    @property
    def key(self) -> str:
        """The key of the entry: ``do:night``, ``roll:Sky``."""
        return f"{self.kind}:{self.name}"


@frozen(kw_only=True)
class Tally:
    """A statistic of many runs.

    Attributes:
        title: The title for readers.
        type: The type of its values: yes/no, a range or an enum, never none.
        matters: Whether more of it is ``good`` or ``bad`` for players; empty for neither.
        required: Whether a run in which it is no is discarded and played again.
        entry: A define without parameters that returns one integer and has no side effects.
        of: The keys of the entries after which it is counted, while their state still stands.
        origin: Its provenance.
        unit: How many of its count make one: 100 for a forecast in hundredths.
    """

    name: str
    title: str
    type: Type
    matters: Tone
    entry: Entry
    of: tuple[str, ...]
    origin: Origin
    required: bool = False
    unit: int = 1


def _to_dict(mapping: Any) -> dict[str, Any]:
    """Convert a mapping to a dictionary."""
    return dict(mapping)


@attrs.frozen(kw_only=True)
class AsideCode:
    """The code of asides: values computed beside a run, for display only.

    It forms a program of its own on the same state: :func:`bombsight.flat.derived_values.aside_program`.

    Attributes:
        entries: One for each value, of the kind ``aside``, which returns one integer and has no side effects.
        functions: The functions they reach, including copies of functions of runs.
        data: The constant tuples of these functions.
        digest: The digest of this code.
    """

    entries: tuple[Entry, ...] = ()
    functions: Sequence[Function] = attrs.field(default=(), repr=False)
    data: Mapping[str, tuple[int, ...]] = attrs.field(factory=dict, repr=False, converter=_to_dict)
    digest: str = ""


@frozen(kw_only=True)
class OptionInForce:
    """An option and its current value, as a word."""

    name: str
    title: str
    value: str
    default: str


ExampleLineKind = Literal["roll", "roll in", "answer", "drawn", "offered", "leads", "never", "expect", "unchanged"]
"""The kind of an example's line: dice; an answer; offered options; a call, or the absence of one; an assertion; that no
other state has changed."""


@frozen(kw_only=True)
class ExpectedValue:
    """A value in an example's assertion.

    Attributes:
        text: The value as written.
        entry: The name of the entry that computes it.
        type: Its type.
    """

    text: str
    entry: str
    type: Type


@frozen(kw_only=True)
class ExpectedTerm:
    """A term of an example's assertion; evaluated only if all terms before it hold.

    Attributes:
        text: The term as written.
        entry: The name of the entry that evaluates it.
        values: The values that decide it.
    """

    text: str
    entry: str
    values: tuple[ExpectedValue, ...]


@frozen(kw_only=True)
class ExampleLine:
    """A line of an example or a script.

    Attributes:
        kind: Its kind.
        table: The table of a ``roll``, or None for dice outside a table; the procedure or table of a ``roll in``; the
            choice of an ``answer``, or None for any; ``table`` or ``procedure`` for a call or its absence.
        words: The dice of a ``roll``; the words of an ``answer``; for ``offered``, each option's words, joined by
            blanks; the name of the callee; the slots that may have changed.
        text: The line as written.
        place: ``file:line:column``.
        entry: The name of the entry that evaluates an assertion; empty for other lines.
        terms: The terms of an assertion.
    """

    kind: ExampleLineKind
    table: str | None
    words: tuple[str, ...]
    text: str
    place: str
    entry: str = ""
    terms: tuple[ExpectedTerm, ...] = ()


@frozen(kw_only=True)
class ExampleStep:
    """A line of an example to execute: one of its scene, or the call.

    Attributes:
        entry: The name of its entry, which equal lines of examples share.
        place: ``file:line:column``.
    """

    entry: str
    place: str


@frozen(kw_only=True)
class ExampleInfo:
    """An example: its scene, its call, and its expectations.

    Each step of the scene returns the elements that it names; later entries take all elements named so far, first.

    Attributes:
        setup: The steps of its scene: entries ``setup``.
        call: Its one call: an entry ``call``.
        before: The number of its lines before the call, which are expectations on the scene.
        options: Slots of open options, with their values while it is played.
    """

    title: str
    origin: Origin
    setup: tuple[ExampleStep, ...]
    call: ExampleStep
    lines: tuple[ExampleLine, ...]
    before: int = 0
    options: tuple[tuple[int, int], ...] = ()


@attrs.frozen(kw_only=True)
class Program:
    """A compiled game.

    If the code and the sites come from a file, each is decoded when first needed.

    Attributes:
        rules_hash: The identity of the rules, recorded in saves.
        wording_hash: The identity of the rules and their texts.
        overlays: ``kind name`` of those in force, in order.
        names: The name lists.
        players: The enum of the players; None for a game of one.
        mission: The entry that a mission begins with.
        career: The entry that a campaign begins with, if the game has one.
        stage: The mission as a part of the career: the function of the mission, and what counts after it is what the
            career is expected to come to, then what counts after a mission. None without a career or forecasts.
        tallies: The tallies, most important first.
        forecasts: What tallies of the career are expected to come to as a mission ends, most important first: each has
            the name, title and tone of its tally, and counts after the stage.
        examples: The examples.
        about: An introduction for players, by paragraphs.
        release: Its version, its licence and the like.
        slots: The number of slots.
        defaults: The initial value of each slot.
        namings: Names given out when a game starts.
        regions: The slots that reset together, by their owner.
        counters: Slots that no rule can read.
        open_options: Options whose values are in slots instead of the code: all of the game's, or none.
        following: Defaults that depend on open options.
        data: Constant tuples by name.
        functions: The functions that entries reach, each behind its callees unless they are recursive.
        sites: By number.
        asides: The code of asides.
        boards: The boards.
        lucks: The measures of luck.
        judged_tables: How throws on their tables find their rows.
        headline: What one line of the state shows all through play, mark by mark.
        too_deep: The fault for a stack overflow of the machine, which the rules' own bounds should prevent.
        digest: The digest of the code: equal for programs that behave the same, whatever their texts.
        budgets: The run-time budgets.
        clocks: The clock that ticks when a slot changes, by slot; only for slots that a memoized function reads.
    """

    game: str
    title: str
    rules_hash: str
    options: tuple[OptionInForce, ...]
    overlays: tuple[str, ...]
    names: tuple[NameList, ...]
    players: str | None = None
    mission: Entry
    career: Entry | None
    stage: Entry | None = None
    tallies: tuple[Tally, ...] = ()
    forecasts: tuple[Tally, ...] = ()
    examples: tuple[ExampleInfo, ...] = ()
    about: tuple[str, ...] = ()
    release: Release = NO_RELEASE
    enums: Mapping[str, EnumInfo] = attrs.field(converter=_to_dict)
    slots: int
    defaults: tuple[int, ...] = attrs.field(repr=False)
    fields: tuple[SlotField, ...]
    lists: tuple[SlotList, ...]
    namings: tuple[Naming, ...] = ()
    regions: tuple[Region, ...] = ()
    counters: tuple[Counter, ...] = ()
    open_options: tuple[OpenOption, ...] = ()
    following: tuple[Following, ...] = ()
    entries: tuple[Entry, ...] = attrs.field(repr=False)
    data: Mapping[str, tuple[int, ...]] = attrs.field(repr=False, converter=_to_dict)
    functions: Sequence[Function] = attrs.field(repr=False)
    sites: Sequence[Site] = attrs.field(repr=False)
    asides: AsideCode = attrs.field(factory=AsideCode, repr=False)
    boards: tuple[Board, ...] = attrs.field(default=(), repr=False)
    lucks: tuple[Luck, ...] = attrs.field(default=(), repr=False)
    judged_tables: tuple[JudgedTable, ...] = attrs.field(default=(), repr=False)
    headline: tuple[BoardMarks, ...] = attrs.field(default=(), repr=False)
    too_deep: int
    digest: str = ""
    wording_hash: str = ""
    clocks: Mapping[int, int] = attrs.field(factory=dict, converter=_to_dict, repr=False)
    budgets: Budgets = DEFAULT_BUDGETS

    def find_entry(self, kind: EntryKind, name: str) -> Entry:
        """Find a program's entry by its kind and name.

        Raises:
            KeyError: There is none.
        """
        found = next((entry for entry in self.entries if (entry.kind, entry.name) == (kind, name)), None)
        if found is None:
            raise KeyError(f"{kind}:{name}")
        return found

    def tallies_of(self, entry: Entry) -> tuple[Tally, ...]:
        """Return the tallies (statistics) that are counted after a run of an entry, in the order of importance.

        After a stage of the career, its forecasts come first.
        """
        return tuple(tally for tally in (*self.forecasts, *self.tallies) if entry.key in tally.of)
