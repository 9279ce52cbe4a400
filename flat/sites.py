"""Sites: numbered places of a program, with all texts about them, kept outside the code.

The code refers to a site by its number. A journal event is a site and some integers, a choice a site and a list of
integers, so that every backend can emit the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.flat.types import Type


@frozen
class Hole:
    """A hole in a text, for the value with this index among an event's integers."""

    index: int
    type: Type


TextParts = tuple[str | Hole, ...]
"""A text with holes."""


PLAYER = "player"
"""The player who answers a choice if the rules name no other."""

OPTION = -1
"""Stands for the current option in place of an index."""


@frozen
class Aside:
    """A value computed beside a run, for display.

    Attributes:
        entry: The name of its entry among the program's asides.
        arguments: Its arguments: indices among the site's integers, or ``OPTION``.
        type: Its type.
    """

    entry: str
    arguments: tuple[int, ...]
    type: Type


AsideParts = tuple[str | Hole | Aside, ...]
"""A text with asides, and with holes for the site's integers, or for the current option at index ``OPTION``."""


@frozen
class AsideLine:
    """A line shown with a choice.

    Attributes:
        text: Its text.
        condition: The condition under which it is shown; None for always.
    """

    text: AsideParts
    condition: Aside | Hole | None = None

    @property
    def values(self) -> tuple[Aside | Hole, ...]:
        """The values that the line shows or tests: asides (computed for display) and holes (passed by the choice)."""
        held = tuple(part for part in self.text if not isinstance(part, str))
        return held if self.condition is None else (self.condition, *held)

    @property
    def differs_by_option(self) -> bool:
        """Whether the line, shown beside a question, reads differently for each option."""
        return any(
            OPTION in part.arguments if isinstance(part, Aside) else part.index == OPTION for part in self.values
        )


@frozen
class Seen:
    """A visibility rule.

    Attributes:
        by: One of the players, or none for nobody. None for all of them.
        when: The condition under which the rule applies; None for always.
    """

    by: Hole | Aside | None
    when: Hole | Aside | None = None

    @property
    def values(self) -> tuple[Aside | Hole, ...]:
        """The values that the visibility rule needs: asides (computed for display) and holes (passed by the event)."""
        return tuple(part for part in (self.by, self.when) if part is not None)


Tone = Literal["good", "bad", ""]
"""Whether news is good or bad; empty for neither."""

ChroniclePlace = Literal["", "also", "only", "headline"]
"""The place of a message in the chronicle: none; a sentence of it and of the story; a sentence of it alone; a part of
the heading of a mission, and no line of the story either."""

IN_PLAY: tuple[ChroniclePlace, ...] = ("", "also")
"""The places of messages that players read in play."""

Scope = Literal["procedure", "step"]
"""The kind of a nested scope in the journal."""


@frozen(kw_only=True)
class BaseSite:
    """Base class of :data:`Site`.

    Attributes:
        owner: Id of the graph node it belongs to: ``table:Sky``, ``procedure:watch``.
        origin: Its place and citation, with the standing of its content: for a throw, that of the table, or of the
            procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its
            sources, empty if that is printed.
    """

    owner: str
    origin: Origin = NO_ORIGIN


@frozen(kw_only=True)
class ModifierInfo:
    """The texts about a modifier; its standing is empty if it equals the table's."""

    label: str
    text: str
    origin: Origin = NO_ORIGIN


@frozen(kw_only=True)
class RowInfo:
    """The texts about a row: its key as written, title, result as written, and origin."""

    label: str
    title: str
    text: str
    origin: Origin = NO_ORIGIN


@frozen(kw_only=True)
class RollSite(BaseSite):
    """A throw of dice.

    Its event is (site, natural, total, row, amount of each modifier ..., argument ...): ``row`` counts in ``rows``, or
    is -1 for dice that lead to no row; an amount is 0 where the modifier did not apply; the arguments are what the
    table was rolled with.

    Attributes:
        table: The table's id; None for dice outside a table.
        title: The table's title, or the purpose of the dice; may be empty.
        dice: The dice.
        rows: Natural rows first, then the others.
        names: The names of the table's parameters.
        types: Their types.
        takes_every: Whether every row applies that holds: then ``row`` is the first of them, and each later one has an
            event of its own (:class:`BeforehandSite`).
    """

    table: str | None
    title: str
    dice: Dice
    modifiers: tuple[ModifierInfo, ...] = ()
    rows: tuple[RowInfo, ...] = ()
    names: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    takes_every: bool = False


@frozen(kw_only=True)
class DrawSite(BaseSite):
    """A uniform random choice of a member.

    It throws one die with as many sides as there are members; a single member is drawn without a throw. Its events are
    (site, count, member ...) before the throw, and (site, count, member) after it, with NONE if there was no member.

    Attributes:
        id: Its stable name for saves: ``draw:deal/card``.
        variable: The variable that holds the member afterwards.
        type: The type of each member.
        dice: One die with the largest possible number of sides; for an actual throw, as many as there are members.
    """

    id: str
    variable: str
    type: Type
    dice: Dice


Thrown = RollSite | DrawSite
"""The sites of throws."""


@frozen(kw_only=True)
class BeforehandSite(BaseSite):
    """A row of a table that no roll leads to. Event: (site,), or (site, number).

    Attributes:
        table: The table's id.
        title: Its title.
        row: The row.
        is_counted: Whether it is one of all rows that apply in a call; then ``number`` counts these from 1.
    """

    table: str
    title: str
    row: RowInfo
    is_counted: bool = False


@frozen(kw_only=True)
class ResultSite(BaseSite):
    """A table's result where a statement rolls or looks it up. Event: (site, value of each part ...)."""

    table: str
    title: str
    names: tuple[str, ...]
    types: tuple[Type, ...]


UNIT_SUFFIX = "_1000"
"""The end of the id of a choice that asks for the thousands of the one without it."""


@frozen(kw_only=True)
class ChoiceSite(BaseSite):
    """A question to the player.

    Attributes:
        id: Its stable name for saves: ``choice:watch/order``.
        ask: The prompt; the values of its holes come first.
        by: The player who answers, in words; ``player`` unless the rules name another.
        seat: The value that tells which of the players answers; None if the rules name none, and the first does.
        option_type: The type of each option; None for named branches.
        branches: Name and title of each branch; the options are numbers of branches.
        optional: Whether none may be answered.
        offer: Whether it is a standing offer to throw dice again (branches ``keep`` and ``again``).
        together: The title under which it is asked as one with those that follow it; empty if it stands alone.
        grave: Whether every option is irreversible, so that front ends ask for confirmation; none is not.
        grave_branches: The names of the irreversible branches.
        beside: Lines of information; those that depend on the option are shown with each, the others with the question.
        routine: Whether only the preferred answer is sensible; None if the rules do not say.
        unit: How many numbers an option stands for, if more than one: those from its product with the unit on, which is
            its name. The question that follows at once, without it, is which of them.
        ends: The indices, among the values of the texts, of the least and the greatest of these numbers; empty without.
        scores: The preference scores as asides, one for each branch or one for any option, if the game hides state from
            players; else empty.
    """

    id: str
    ask: TextParts
    by: str
    option_type: Type | None
    branches: tuple[tuple[str, TextParts], ...] = ()
    optional: bool = False
    offer: bool = False
    together: str = ""
    grave: bool = False
    grave_branches: tuple[str, ...] = ()
    beside: tuple[AsideLine, ...] = ()
    routine: Aside | None = None
    seat: Hole | None = None
    scores: tuple[Aside | Hole | None, ...] = ()
    unit: int = 1
    ends: tuple[int, ...] = ()


def choice_asides(site: ChoiceSite) -> Iterator[Aside]:
    """Yield the asides (values computed for display) of a choice: in its lines, scores and `routine` condition."""
    yield from (part for line in site.beside for part in line.values if isinstance(part, Aside))
    if site.routine is not None:
        yield site.routine
    yield from (part for part in site.scores if isinstance(part, Aside))


@frozen(kw_only=True)
class SaySite(BaseSite):
    """A message. Event: (site, values ...), those of the text before those of its visibility.

    Attributes:
        tone: Whether it is good or bad news; empty for neither.
        seen: Who may see it; None for those who see the scope around it.
        chronicle: Its place in the chronicle.
        row_title: The title on the card of the row whose title it fills with values; empty for a line of the rules.
    """

    text: TextParts
    tone: Tone = ""
    seen: Seen | None = None
    chronicle: ChroniclePlace = ""
    row_title: str = ""


@frozen(kw_only=True)
class EnterSite(BaseSite):
    """A procedure or a step begins. Event: (site, arguments ...); for a step, the values of its visibility.

    Attributes:
        seen: Who may see the events in it; None for those who see the scope around it. For a step its values are in the
            event, for a procedure they are computed from its arguments.
        beat: Whether a beat, a moment of the story, ends where it ends.
    """

    kind: Scope
    name: str
    title: str
    types: tuple[Type, ...] = ()
    names: tuple[str, ...] = ()
    seen: Seen | None = None
    beat: bool = False


@frozen(kw_only=True)
class LeaveSite(BaseSite):
    """A procedure or a step ends. Event: (site,).

    Steps that an ended procedure leaves have no events of their own.
    """

    kind: Scope
    name: str


@frozen(kw_only=True)
class ChangeSite(BaseSite):
    """A field changes. Event: (site, slot, old, new); the slot identifies the field."""


@frozen(kw_only=True)
class ElementSite(BaseSite):
    """An element joins or leaves a list. Event: (site, element reference, its fields' values in order when joining)."""

    list: str
    joins: bool


@frozen(kw_only=True)
class MoveSite(BaseSite):
    """An element moves to the start or end of its list. Event: (site, element reference)."""

    list: str
    first: bool


@frozen(kw_only=True)
class LimitSite(BaseSite):
    """A bound was reached, and the rest was left out. Event: (site,)."""

    text: str


@frozen(kw_only=True)
class FaultSite(BaseSite):
    """The message of a fault."""

    text: str


Site = (
    RollSite
    | DrawSite
    | BeforehandSite
    | ResultSite
    | ChoiceSite
    | SaySite
    | EnterSite
    | LeaveSite
    | ChangeSite
    | ElementSite
    | MoveSite
    | LimitSite
    | FaultSite
)
"""Any numbered place in the rules."""

SITE = "site"
"""Key of a field's metadata: the attribute holds numbers of sites, of these classes."""

FAULT = {SITE: (FaultSite,)}
DRAW = {SITE: (DrawSite,)}
MOVE = {SITE: (MoveSite,)}
ROLL = {SITE: (RollSite,)}
CHOICE = {SITE: (ChoiceSite,)}
CHANGE = {SITE: (ChangeSite,)}
ELEMENT = {SITE: (ElementSite,)}
RESULT = {SITE: (ResultSite,)}
ENTER = {SITE: (EnterSite,)}
LEAVE = {SITE: (LeaveSite,)}
EVENT = {SITE: (RollSite, BeforehandSite, SaySite, EnterSite, LeaveSite, LimitSite)}
