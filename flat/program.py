"""A program in the flat form: state, code, and what people are told about both. ``docs/flat.md`` is its contract.

Every text stands in :mod:`bombsight.flat.sites`, outside the code, under the number of its site. The code begins at
entries: an :class:`Entry` names a function, and tells what it takes and gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import Origin
from bombsight.flat.boards import Board
from bombsight.flat.budgets import DEFAULT_BUDGETS, Budgets
from bombsight.flat.functions import Function
from bombsight.flat.layout import Counter, Following, Naming, OpenOption, Region, SlotField, SlotList
from bombsight.flat.sites import Site, Tone
from bombsight.flat.types import NameList, Type


class Fault(Exception):  # noqa: N818 - the language calls it a fault
    """A rules fault: the rules did what they may not, at a numbered site."""

    def __init__(self, site: int) -> None:
        super().__init__(f"rules fault at site {site}")
        self.site = site


@frozen(kw_only=True)
class EnumInfo:
    """An enum's values and how they print."""

    values: tuple[str, ...]
    titles: tuple[str, ...]


EntryKind = Literal["define", "look", "roll", "do", "setup", "call", "expect", "aside"]
"""A derived value, a table without dice, a table with dice, a procedure; the scene, the call, a fact of an example; a
value worked out beside a run."""


@frozen(kw_only=True)
class Entry:
    """Where the code can be called from outside.

    A call gives ``results`` integers: none gives None, one is that integer, more are a tuple; what the function gives
    beyond them (the natural dice and the total of a roll that some rule keeps) is not for the caller.

    Attributes:
        name: Of the derived value or procedure; the id of the table; of what examples do, and of an aside, a number.
        function: The name of the function.
        params: Names and types of what it takes. A fact takes the elements that have a name, then, if it asks for it,
            what the example's call gave, each part alone; none in each part while there is nothing yet.
        result: What it gives.
        results: How many integers that is.
        stays: Whether a procedure called so leaves its state as it is when it ends, so that it can be looked at.
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
        """What identifies it: ``do:night``, ``roll:Sky``."""
        return f"{self.kind}:{self.name}"


@frozen(kw_only=True)
class Tally:
    """What is counted of many runs.

    Attributes:
        title: In a reader's words.
        type: What it counts: yes/no, a range, an enum, never none.
        matters: Whether players care for it: ``good``, ``bad``, or empty.
        required: Whether a run in which it is no does not count, and is played again.
        entry: A derived value that takes nothing, gives one integer, and acts in no way.
        of: The keys of the entries at whose end it is counted, while their state still stands.
        origin: Where it comes from.
    """

    name: str
    title: str
    type: Type
    matters: Tone
    entry: Entry
    of: tuple[str, ...]
    origin: Origin
    required: bool = False


def _to_dict(given: Any) -> dict[str, Any]:
    return dict(given)


@attrs.frozen(kw_only=True)
class AsideCode:
    """The code of values that are worked out beside a run, for people alone; no code of a run calls it.

    It is a program of its own on the same state: :func:`bombsight.flat.derived_values.aside_program`.

    Attributes:
        entries: One for each value, of the kind ``aside``, which gives one integer and acts in no way.
        functions: What they reach; those that a run calls too stand here again.
        data: The constant tuples that these read.
        digest: What identifies this code.
    """

    entries: tuple[Entry, ...] = ()
    functions: Sequence[Function] = attrs.field(default=(), repr=False)
    data: Mapping[str, tuple[int, ...]] = attrs.field(factory=dict, repr=False, converter=_to_dict)
    digest: str = ""


@frozen(kw_only=True)
class OptionInForce:
    """An option and its value now, as a word."""

    name: str
    title: str
    value: str
    default: str


ExampleLineKind = Literal["roll", "roll in", "answer", "drawn", "offered", "leads", "never", "expect", "unchanged"]
"""Dice; an answer; what is offered; what is called, or not called; a fact; that nothing else has changed."""


@frozen(kw_only=True)
class ExpectedValue:
    """A value that decides whether what an example expects is so.

    Attributes:
        text: It as written.
        entry: The name of the entry that gives it.
        type: What it can be.
    """

    text: str
    entry: str
    type: Type


@frozen(kw_only=True)
class ExpectedTerm:
    """One of the conditions that an example expects in a line; each is asked only where those before it hold.

    Attributes:
        text: It as written.
        entry: The name of the entry that tells whether it holds.
        values: What decides it.
    """

    text: str
    entry: str
    values: tuple[ExpectedValue, ...]


@frozen(kw_only=True)
class ExampleLine:
    """A line of an example or a script.

    Attributes:
        kind: What it is about.
        table: The table of a ``roll``, or None for dice that no table owns; the procedure or table that such dice
            are rolled ``in``; the choice of an ``answer``, or None for any; ``table`` or ``procedure`` for what is
            called or not.
        words: The dice of a ``roll``; the words of an ``answer``; of what is ``offered``, the words of each option,
            with blanks between them; the name of what is called or not; the slots that may have changed.
        text: The line as written.
        place: ``file:line:column``.
        entry: The name of the entry that tells whether a fact holds; empty for other lines.
        terms: What a condition says, term by term.
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
    """A line of an example that is done: one of its scene, or the call.

    Attributes:
        entry: The name of its entry. Examples that say the same share it.
        place: ``file:line:column``.
    """

    entry: str
    place: str


@frozen(kw_only=True)
class ExampleInfo:
    """An example: what is called to set its scene, the call, and what is said behind it.

    Each step of the scene gives the elements that it gives a name; what follows takes all that have one by then, first.

    Attributes:
        setup: The steps of its scene: entries ``setup``.
        call: Its one call: an entry ``call``.
        before: How many of its lines stand before the call: they are expected of the scene as it was set.
        options: Slots of open options, and what stands in them while it is played.
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
    """A game ready to run.

    The code and the sites may come from a file, and then are read from it when they are first asked for.

    Attributes:
        rules_hash: Identifies what can happen in play; saves know their rules by it.
        wording_hash: Identifies that and the sentences by which it is told.
        overlays: ``kind name`` of those in force, in order.
        names: The lists that names are given from.
        players: The enum of those who sit at the table; None where one plays alone.
        mission: The entry that a mission begins with.
        career: The entry that a campaign begins with, if the game has one.
        tallies: What is counted of many runs, in the order of its weight.
        examples: What examples say line by line.
        about: What a player should know before he plays, paragraph by paragraph.
        slots: How many slots there are.
        defaults: What each holds when a game starts.
        namings: Names given out when a game starts.
        regions: What falls back together, by its owner.
        counters: Slots that no rule sees.
        open_options: Options that are no constants of the code: all of the game's, or none.
        following: Defaults that follow them.
        data: Constant tuples by name.
        functions: What the entries reach; a function stands behind those it calls, as far as they call in no circle.
        sites: By number.
        asides: Code for what people are told beside a run.
        boards: Pictures of the state, for who plays.
        too_deep: The fault where calls go deeper than the machine can, which the rules' own bounds should prevent.
        digest: What identifies the code: equal for programs that do the same, whatever people are told of them.
        budgets: What may be taken of steps and bytes.
        clocks: The number of the clock that goes on when a slot changes, by slot; only of slots that something kept
            was read from.
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
    tallies: tuple[Tally, ...] = ()
    examples: tuple[ExampleInfo, ...] = ()
    about: tuple[str, ...] = ()
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
    too_deep: int
    digest: str = ""
    wording_hash: str = ""
    clocks: Mapping[int, int] = attrs.field(factory=dict, converter=_to_dict, repr=False)
    budgets: Budgets = DEFAULT_BUDGETS

    def find_entry(self, kind: EntryKind, name: str) -> Entry:
        """The entry of this kind and name.

        Raises:
            KeyError: There is none.
        """
        found = next((entry for entry in self.entries if (entry.kind, entry.name) == (kind, name)), None)
        if found is None:
            raise KeyError(f"{kind}:{name}")
        return found

    def tallies_of(self, entry: Entry) -> tuple[Tally, ...]:
        """What is counted at the end of a run of this entry, in the order of its weight."""
        return tuple(tally for tally in self.tallies if entry.key in tally.of)
