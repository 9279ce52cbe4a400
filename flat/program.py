"""A lowered program: code, and what people are told about it.

State is one flat list of integers, ``slots``. The code names places in it and *sites*, which are numbers;
every text stands here, outside the code, under the number of its site. So a journal event is a site and a few
integers, a choice a site and a list of integers, and any backend can say the same.

The Python backend's source defines one function, ``program(S, roll, ask, log)``:

* ``S`` is the list of slots. ``S[STEPS]`` counts down the budget of steps, ``S[RESERVE]`` is what missions may fill it
  up from, ``S[NAMES]`` counts names given.
* ``roll(site, count, sides) -> int`` throws dice and returns their sum; for d66 (``sides`` 66) the two digits.
* ``ask(site, options, score, values) -> int`` returns the index of the option chosen, or -1 for none where the
  site allows it. ``options`` are integers (enum values, numbers, element references, or branch numbers);
  ``score(option)`` is the autopilot's score, or ``score`` is None; ``values()`` is a tuple of the integers that
  the prompt and the branches' titles hold, in order.
* ``log(site, *integers)`` takes an event; the plain form of the code has no calls of it.

It returns a dict of functions:

* ``start`` brings every field to its default, with a whole budget of steps and no names given; ``reset:P``, for each
  owner of state, what falls back when P ends.
* ``do:P``, ``roll:T``, ``look:T`` (the look-up as a statement) and ``define:D`` take integers and return one, a
  tuple for a result with named parts, or None where nothing is given. A procedure called so leaves its state as it is
  when it ends, so that it can be looked at.
* For examples ``setup:N``, ``call:N`` (which returns what the call gives) and ``expect:N:K`` (which takes it, or NONE
  while there is none yet), N and K counted from 0.

A rules fault raises :class:`Fault`; besides, only what ``roll``, ``ask`` or ``log`` raise leaves the code. After
either, state is as it was at that moment, and ``start`` makes the functions fit for use again.

Steps bound what a run may do, in time and in memory: every statement, die, line told, element looked at and derived
value takes some, as ``compiler/lower/costs.py`` tells. They are read from the rules, so a budget means the same on
every backend, with and without a journal, whoever answers: for that the scores and the prompt of a choice are worked
out once, before anyone is asked. A mission that begins fills the steps left up from a reserve, which is the run's: so
a mission has the budget, however many went before it, and a run comes to its end whatever its rules are.

A result with parts that is none has none in every part. What an owner of state holds falls back without events when it
ends.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from bombsight.dsl.origin import UNSAID, Origin
from bombsight.flat.types import NameList, Type

STEPS = 0
"""The slot that counts down the steps left."""

RESERVE = -1
"""The slot that holds what a mission that begins may fill the steps up from: the last of all."""

NAMES = 1
"""The slot that counts the names given of the first list; the counts of the others follow."""

STEP_BUDGET = 40_000_000
"""Steps a mission may take: seven times the longest seen, by random choices, and under two seconds of anything."""

STEP_RESERVE = 29 * STEP_BUDGET
"""What a run holds beyond that for its further missions."""

LOWERING_VERSION = 3
"""Raised whenever the same graph would be lowered to other code."""


class Fault(Exception):  # noqa: N818 - the language calls it a fault
    """A rules fault: the rules did what they may not, at a numbered site."""

    def __init__(self, site: int) -> None:
        super().__init__(f"rules fault at site {site}")
        self.site = site


class Ended(Exception):  # noqa: N818 - leaving a procedure is no error
    """``end P``: caught by the procedure whose number it carries; never leaves the code."""

    def __init__(self, procedure: int, value: int) -> None:
        super().__init__(procedure, value)
        self.procedure = procedure
        self.value = value


@frozen
class Hole:
    """A place in a text for the value with this index among an event's integers."""

    index: int
    type: Type


TextParts = tuple[str | Hole, ...]
"""A text with holes."""


@frozen(kw_only=True)
class Site:
    """A numbered place in the rules.

    Attributes:
        owner: Id of the node it belongs to: ``table:Sky``, ``procedure:watch``.
        origin: Where it stands, and the citation that counts there. Its standing is how well it is known what is told
            there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up
            or worked out, as the weakest that it rests on, empty where that is as printed.
    """

    owner: str
    origin: Origin = UNSAID


@frozen(kw_only=True)
class ModifierInfo:
    """What people are told of a modifier; its standing is empty where it came down to us as its table did."""

    label: str
    text: str
    origin: Origin = UNSAID


@frozen(kw_only=True)
class RowInfo:
    """What people are told of a row: its key as written, title, result as written, and origin."""

    label: str
    title: str
    text: str
    origin: Origin = UNSAID


@frozen(kw_only=True)
class RollSite(Site):
    """A throw of dice.

    Its event is (site, natural, total, row, amount of each modifier ..., argument ...): ``row`` counts in ``rows``,
    or is -1 for dice that lead to no row; an amount is 0 where the modifier did not apply; the arguments are what the
    table was rolled with.

    Attributes:
        table: The table's id; None for dice that no table owns.
        title: The table's title, or what the dice are for; may be empty.
        rows: Natural rows first, then the others.
        names: The names of the table's parameters.
        types: Their types.
    """

    table: str | None
    title: str
    count: int
    sides: int
    modifiers: tuple[ModifierInfo, ...] = ()
    rows: tuple[RowInfo, ...] = ()
    names: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()


@frozen(kw_only=True)
class BeforehandSite(Site):
    """A table's result without dice. Event: (site,)."""

    table: str
    title: str
    row: RowInfo


@frozen(kw_only=True)
class ResultSite(Site):
    """What a table, rolled or looked up as a statement, gave. Event: (site, value of each part ...)."""

    table: str
    title: str
    names: tuple[str, ...]
    types: tuple[Type, ...]


@frozen(kw_only=True)
class ChoiceSite(Site):
    """A choice.

    Attributes:
        id: Its stable name for saves: ``choice:watch/order``.
        ask: The prompt; its holes come first among the values.
        by: Who chooses; ``player`` unless the rules name another.
        option_type: The type of each option; None for named branches.
        branches: Name and title of each branch; the options are numbers of branches.
        optional: Whether none may be answered.
        offer: Whether it is a standing offer to throw dice again (branches ``keep`` and ``again``).
    """

    id: str
    ask: TextParts
    by: str
    option_type: Type | None
    branches: tuple[tuple[str, TextParts], ...] = ()
    optional: bool = False
    offer: bool = False


@frozen(kw_only=True)
class SaySite(Site):
    """A line of text. Event: (site, values ...)."""

    text: TextParts


@frozen(kw_only=True)
class EnterSite(Site):
    """A procedure or a step begins. Event: (site, arguments ...)."""

    kind: Literal["procedure", "step"]
    name: str
    title: str
    types: tuple[Type, ...] = ()
    names: tuple[str, ...] = ()


@frozen(kw_only=True)
class LeaveSite(Site):
    """A procedure or a step is over. Event: (site,).

    Steps end with the procedure that is ended from deep inside them, without events of their own.
    """

    kind: Literal["procedure", "step"]
    name: str


@frozen(kw_only=True)
class ChangeSite(Site):
    """A field changes. Event: (site, slot, old, new); the slot tells which field."""


@frozen(kw_only=True)
class ElementSite(Site):
    """An element joins or leaves a list. Event: (site, element reference, its fields' values in order when joining)."""

    list: str
    joins: bool


@frozen(kw_only=True)
class LimitSite(Site):
    """A bound was reached and what stood beyond it was left out. Event: (site,)."""

    text: str


@frozen(kw_only=True)
class FaultSite(Site):
    """What went wrong, in a person's words."""

    text: str


@frozen(kw_only=True)
class SlotField:
    """Where a field lives.

    Attributes:
        id: As in the graph: ``lamp``, ``keeper.watches``, ``Ship.strength``.
        owner: The procedure as long as which it lives, ``career``, or the list of an element's field.
        title: What the player sees; empty for internal.
        type: The type of one value.
        base: The first slot.
        shape: The number of values of each dimension; for an element's field the list's capacity comes first.
        indices: Enum names of the dimensions (without the list's capacity).
        defaults: The default of each value in slot order (for an element's field of one element's values; 0 for a
            name, which is given when play begins).
    """

    id: str
    owner: str
    title: str
    type: Type
    base: int
    shape: tuple[int, ...]
    indices: tuple[str, ...]
    defaults: tuple[int, ...]


@frozen(kw_only=True)
class SlotList:
    """Where a list lives: ``capacity`` slots that each hold an element's reference, or NONE where free.

    The element with reference ``r`` has its fields at place ``r % capacity``.
    """

    id: str
    owner: str
    title: str
    record: str
    base: int
    capacity: int
    fields: tuple[str, ...]


@frozen(kw_only=True)
class EnumInfo:
    """An enum's values and how they print."""

    values: tuple[str, ...]
    titles: tuple[str, ...]


@frozen(kw_only=True)
class Entry:
    """A procedure that a run can begin with: its name, its parameters' names and types, its result."""

    procedure: str
    params: tuple[tuple[str, Type], ...]
    result: Type | None


@frozen(kw_only=True)
class OptionInForce:
    """An option and its value now, as a word."""

    name: str
    title: str
    value: str
    default: str


@frozen(kw_only=True)
class ExampleLine:
    """A line of an example or a script.

    Attributes:
        kind: What it is about.
        table: The table of a ``roll``, or None for dice that no table owns.
        words: The dice of a ``roll``, or the words of an ``answer``.
        text: The line as written.
        place: ``file:line:column``.
    """

    kind: Literal["roll", "answer", "expect"]
    table: str | None
    words: tuple[str, ...]
    text: str
    place: str


@frozen(kw_only=True)
class ExampleInfo:
    """An example: the code has its ``setup:N``, its ``call:N`` and, for its line K, ``expect:N:K``.

    Attributes:
        before: How many of its lines stand before the call: they are expected of the scene as it was set.
    """

    title: str
    origin: Origin
    lines: tuple[ExampleLine, ...]
    before: int = 0


@frozen(kw_only=True)
class Program:
    """A game ready to run.

    Attributes:
        source: The plain code: no journal.
        traced: The same with the journal.
        slots: How many slots there are.
        sites: By number.
        overlays: ``kind name`` of those in force, in order.
        about: What a player should know before he plays, paragraph by paragraph.
    """

    game: str
    title: str
    rules_hash: str
    options: tuple[OptionInForce, ...]
    overlays: tuple[str, ...]
    names: tuple[NameList, ...]
    mission: Entry
    career: Entry | None
    enums: dict[str, EnumInfo]
    fields: tuple[SlotField, ...]
    lists: tuple[SlotList, ...]
    slots: int
    sites: tuple[Site, ...] = field(repr=False)
    source: str = field(repr=False)
    traced: str = field(repr=False)
    examples: tuple[ExampleInfo, ...] = ()
    about: tuple[str, ...] = ()
