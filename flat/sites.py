"""The numbered places of a program: all that people are told stands here, outside the code.

The code names a site by its number. A journal event is a site and a few integers, a choice a site and a list of
integers, so any backend can say the same.
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
    """A place in a text for the value with this index among an event's integers."""

    index: int
    type: Type


TextParts = tuple[str | Hole, ...]
"""A text with holes."""


PLAYER = "player"
"""Who answers a choice where the rules name nobody else."""

OPTION = -1
"""In place of an index: the option at hand."""


@frozen
class Aside:
    """A value that is worked out beside a run, when somebody looks.

    Attributes:
        entry: The name of its entry among the program's asides.
        arguments: What that takes: indices among the integers told with the site, or ``OPTION``.
        type: What it gives.
    """

    entry: str
    arguments: tuple[int, ...]
    type: Type


AsideParts = tuple[str | Hole | Aside, ...]
"""A text with values told with its site, the option at hand where the index is ``OPTION``, and values worked out."""


@frozen
class AsideLine:
    """A line that is told with a choice.

    Attributes:
        text: What it says.
        condition: When it is told; None for always.
    """

    text: AsideParts
    condition: Aside | Hole | None = None

    @property
    def values(self) -> tuple[Aside | Hole, ...]:
        """What is worked out or looked up for it, its condition first."""
        held = tuple(part for part in self.text if not isinstance(part, str))
        return held if self.condition is None else (self.condition, *held)

    @property
    def is_of_option(self) -> bool:
        """Whether it depends on the option at hand."""
        return any(
            OPTION in part.arguments if isinstance(part, Aside) else part.index == OPTION for part in self.values
        )


@frozen
class Seen:
    """Who may see something.

    Attributes:
        by: One of the players, or none: nobody. None for all of them.
        when: Whether that is so; None for always. Otherwise it is as if nothing were said.
    """

    by: Hole | Aside | None
    when: Hole | Aside | None = None

    @property
    def values(self) -> tuple[Aside | Hole, ...]:
        """What is worked out or looked up for it."""
        return tuple(part for part in (self.by, self.when) if part is not None)


Tone = Literal["good", "bad", ""]
"""Whether something is good or bad news; empty where it is neither."""

Scope = Literal["procedure", "step"]
"""What begins and ends around others in the journal."""


@frozen(kw_only=True)
class BaseSite:
    """What every :data:`Site` derives from.

    Attributes:
        owner: Id of the node it belongs to: ``table:Sky``, ``procedure:watch``.
        origin: Where it stands, and the citation that counts there. Its standing is how well it is known what is told
            there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up
            or worked out, as the weakest that it rests on, empty where that is as printed.
    """

    owner: str
    origin: Origin = NO_ORIGIN


@frozen(kw_only=True)
class ModifierInfo:
    """What people are told of a modifier; its standing is empty where it came down to us as its table did."""

    label: str
    text: str
    origin: Origin = NO_ORIGIN


@frozen(kw_only=True)
class RowInfo:
    """What people are told of a row: its key as written, title, result as written, and origin."""

    label: str
    title: str
    text: str
    origin: Origin = NO_ORIGIN


@frozen(kw_only=True)
class RollSite(BaseSite):
    """A throw of dice.

    Its event is (site, natural, total, row, amount of each modifier ..., argument ...): ``row`` counts in ``rows``,
    or is -1 for dice that lead to no row; an amount is 0 where the modifier did not apply; the arguments are what the
    table was rolled with.

    Attributes:
        table: The table's id; None for dice that no table owns.
        title: The table's title, or what the dice are for; may be empty.
        dice: What is thrown.
        rows: Natural rows first, then the others.
        names: The names of the table's parameters.
        types: Their types.
    """

    table: str | None
    title: str
    dice: Dice
    modifiers: tuple[ModifierInfo, ...] = ()
    rows: tuple[RowInfo, ...] = ()
    names: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()


@frozen(kw_only=True)
class DrawSite(BaseSite):
    """One of several members is drawn at random: each is as likely as the others.

    Of several a die tells which, with as many sides as there are members; one alone is drawn without a throw. Before
    the throw it is told what there is, (site, count, member ...), and then what is drawn, (site, count, member): NONE
    where there was none.

    Attributes:
        id: Its stable name for saves: ``draw:deal/card``.
        variable: What holds the member then.
        type: The type of each member.
        dice: One die with as many sides as there can be members at most; where the throw is waited for, as there are.
    """

    id: str
    variable: str
    type: Type
    dice: Dice


Thrown = RollSite | DrawSite
"""Where dice are thrown."""


@frozen(kw_only=True)
class BeforehandSite(BaseSite):
    """A table's result without dice. Event: (site,)."""

    table: str
    title: str
    row: RowInfo


@frozen(kw_only=True)
class ResultSite(BaseSite):
    """What a table, rolled or looked up as a statement, gave. Event: (site, value of each part ...)."""

    table: str
    title: str
    names: tuple[str, ...]
    types: tuple[Type, ...]


@frozen(kw_only=True)
class ChoiceSite(BaseSite):
    """A choice.

    Attributes:
        id: Its stable name for saves: ``choice:watch/order``.
        ask: The prompt; its holes come first among the values.
        by: Who chooses; ``player`` unless the rules name another.
        seat: Which of the players that is, among the values that are told; None where the rules name none of them,
            and the first answers.
        option_type: The type of each option; None for named branches.
        branches: Name and title of each branch; the options are numbers of branches.
        optional: Whether none may be answered.
        offer: Whether it is a standing offer to throw dice again (branches ``keep`` and ``again``).
        together: What it is asked as one under with those of the same title that follow it; empty where it stands
            alone.
        grave: Whether every option is an answer that one does not give by mistake; none is not.
        grave_branches: The names of the branches that are.
        beside: What decides, line by line: what depends on the option stands beside each, the rest beside the question.
        routine: Whether the rules' own preference is the one sensible answer; None where they do not say.
        scores: What the rules' preferences say of an option, one for each branch or one for any option, to be worked
            out beside the run: where something is hidden from who answers. Empty elsewhere.
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


def choice_asides(site: ChoiceSite) -> Iterator[Aside]:
    """The values that are worked out beside a choice."""
    yield from (part for line in site.beside for part in line.values if isinstance(part, Aside))
    if site.routine is not None:
        yield site.routine
    yield from (part for part in site.scores if isinstance(part, Aside))


@frozen(kw_only=True)
class SaySite(BaseSite):
    """A line of text. Event: (site, values ...), behind those of the text the values that say who is told it.

    Attributes:
        tone: Whether it is good or bad news; empty where it is neither.
        seen: Who is told it; None for those who are told of what is around it.
    """

    text: TextParts
    tone: Tone = ""
    seen: Seen | None = None


@frozen(kw_only=True)
class EnterSite(BaseSite):
    """A procedure or a step begins. Event: (site, arguments ...); of a step, the values that say who sees it.

    Attributes:
        seen: Who is told what is told in it; None for those who are told of what is around it. Of a step it stands in
            the event, of a procedure it is worked out of its arguments.
    """

    kind: Scope
    name: str
    title: str
    types: tuple[Type, ...] = ()
    names: tuple[str, ...] = ()
    seen: Seen | None = None


@frozen(kw_only=True)
class LeaveSite(BaseSite):
    """A procedure or a step is over. Event: (site,).

    Steps end with the procedure that is ended from deep inside them, without events of their own.
    """

    kind: Scope
    name: str


@frozen(kw_only=True)
class ChangeSite(BaseSite):
    """A field changes. Event: (site, slot, old, new); the slot tells which field."""


@frozen(kw_only=True)
class ElementSite(BaseSite):
    """An element joins or leaves a list. Event: (site, element reference, its fields' values in order when joining)."""

    list: str
    joins: bool


@frozen(kw_only=True)
class MoveSite(BaseSite):
    """An element becomes the first of its list or the last. Event: (site, element reference)."""

    list: str
    first: bool


@frozen(kw_only=True)
class LimitSite(BaseSite):
    """A bound was reached and what stood beyond it was left out. Event: (site,)."""

    text: str


@frozen(kw_only=True)
class FaultSite(BaseSite):
    """What went wrong, in a person's words."""

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
"""A numbered place in the rules."""

SITE = "site"
"""Marks attributes of the flat form that are numbers of sites, and says of which classes."""

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
