"""The settings of a game file: the options from which a player chooses before a game."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bombsight.compiler.graph.nodes import Option, RuleGraph
from bombsight.dsl.origin import Origin
from bombsight.flat.functions import CALLS
from bombsight.flat.guards import Guard
from bombsight.flat.program import Program
from bombsight.flat.sites import EnterSite
from bombsight.flat.statements import Event
from bombsight.flat.types import IntType
from bombsight.service.common.document import Document
from bombsight.service.lookup.explanations import Primer, find_primer
from bombsight.service.lookup.rulings import list_options
from bombsight.service.lookup.verbalizer import readable_name


@frozen(kw_only=True)
class Value:
    """A value of an option: its name in rules and saves, and its title."""

    word: str
    title: str


@frozen(kw_only=True)
class Setting:
    """An option of a game, with its possible values.

    Attributes:
        name: Its name in rules and saves.
        title: Its title.
        chapter: The title of its chapter; empty for none.
        values: Its possible values; empty for a number.
        low, high: The least and the greatest value of a number.
        default: Its default, as the rules write it.
        origin: Its origin.
        explanation: What it changes in play; empty if the rules do not say.
    """

    name: str
    title: str
    chapter: str
    values: tuple[Value, ...]
    low: int | None
    high: int | None
    default: str
    origin: Origin
    explanation: str = ""


@frozen(kw_only=True)
class Settings(Document):
    """The JSON document of a game's options, in the order of its chapters, those in no chapter first.

    Attributes:
        game: The game's id.
        primer: How the game goes, in one page; None if the rules do not say.
        stops: The names of the titled procedures and steps before which play can stop, in the order in which the rules
            come to them.
    """

    document = "settings"

    game: str
    options: tuple[Setting, ...]
    primer: Primer | None = None
    stops: tuple[str, ...] = ()


def build_settings(graph: RuleGraph, program: Program) -> Settings:
    """Make the document of a game's options, given its program with code."""
    options = tuple(option_settings(graph))
    return Settings(game=graph.game.id, options=options, primer=find_primer(graph), stops=tuple(list_stops(program)))


def list_stops(program: Program) -> list[str]:
    """List the names of the titled procedures and steps of a program in the order in which its code comes to them."""
    by_name = {function.name: function for function in program.functions}
    visited: set[str] = set()
    stops: dict[str, None] = {}

    def visit(name: str) -> None:
        """Add the stops of a function and of all that it calls, unless it was visited before."""
        if name in visited:
            return
        visited.add(name)
        for node in by_name[name].nodes:
            if isinstance(node, CALLS):
                visit(node.function)
            number = node.enter if isinstance(node, Guard) else node.site if isinstance(node, Event) else None
            site = program.sites[number] if number is not None else None
            if isinstance(site, EnterSite) and site.title:
                stops.setdefault(site.name)

    for entry in (program.career, program.mission):
        if entry is not None:
            visit(entry.function)
    return [*stops]


def option_settings(graph: RuleGraph) -> Iterator[Setting]:
    """Yield the setting of each option of a game."""
    options = {option.name: option for option in graph.options}
    for line in list_options(graph):
        kind = options[line.name].type
        low, high = (kind.low, kind.high) if isinstance(kind, IntType) else (None, None)
        yield Setting(
            name=line.name,
            title=line.title,
            chapter=line.chapter,
            values=tuple(option_values(options[line.name])),
            low=low,
            high=high,
            default=line.default,
            origin=line.origin,
            explanation=line.explanation,
        )


def option_values(option: Option) -> Iterator[Value]:
    """List the possible values of an option that is not a number."""
    words = option.words or (() if isinstance(option.type, IntType) else ("no", "yes"))
    yield from (Value(word=word, title=readable_name(word)) for word in words)
