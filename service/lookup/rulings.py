"""The rules in force: options, overlays, and the changes of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import TypeVar, assert_never

from attrs import evolve, frozen

from bombsight.compiler.explanations import explanation_texts
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Option, RuleGraph
from bombsight.compiler.graph.tallies import counting_moment_of, forecasts_of, tallies_of
from bombsight.compiler.request import Compilation
from bombsight.dsl.builder.base import UNITS
from bombsight.dsl.file_kind import OverlayKind, find_overlay_names
from bombsight.dsl.origin import UNSEEN_STANDINGS, Origin
from bombsight.flat.release import describe_release
from bombsight.flat.types import BaseWordless, BoolType, EnumType, IntType, Type
from bombsight.flat.words import word_for
from bombsight.service.common.document import Document
from bombsight.service.lookup.explanations import ExplainedThing, Primer, explained_things, find_primer
from bombsight.service.lookup.provenance import (
    Known,
    count_printed_lines,
    rule_provenance,
    table_provenance,
    unprinted_row_provenance,
)


@frozen(kw_only=True)
class OptionLine:
    """An option: its value, its default, and its possible values, all as words.

    Attributes:
        explanation: What it changes in play; empty if the rules do not say.
    """

    name: str
    title: str
    value: str
    default: str
    values: str
    origin: Origin
    chapter: str = ""
    explanation: str = ""


@frozen(kw_only=True)
class TallyLine:
    """A tally: a statistic counted over many runs.

    Attributes:
        matters: Its mark, ``good`` or ``bad``; may be empty.
        values: Its type, as the rules write it.
        counted: The procedure at whose end it is counted.
    """

    name: str
    title: str
    matters: str
    values: str
    counted: str
    origin: Origin


@frozen(kw_only=True)
class ForecastLine:
    """A forecast: what a tally of the campaign is expected to come to, counted as a mission of it ends.

    Attributes:
        name: The name of the tally.
        title: The title of the tally.
        values: Its type with its unit: ``0..120 in tenths``.
    """

    name: str
    title: str
    values: str
    origin: Origin


@frozen(kw_only=True)
class ChangeLine:
    """A change of an overlay item at one place; both texts are empty for a mere confirmation.

    Attributes:
        target: The amended item of the rules.
        place: The row, column or step in it; empty if the texts show it.
    """

    target: str
    place: str
    was: str
    now: str


@frozen(kw_only=True)
class ItemLine:
    """An overlay item."""

    number: str
    title: str
    origin: Origin
    changes: tuple[ChangeLine, ...]


@frozen(kw_only=True)
class OverlayLine:
    """An overlay in force."""

    kind: str
    name: str
    title: str
    origin: Origin
    author: str
    file: str
    items: tuple[ItemLine, ...]


@frozen(kw_only=True)
class ChapterLine:
    """A chapter with the origin that its items inherit, and their ids in text order."""

    title: str
    origin: Origin
    items: tuple[str, ...]


@frozen(kw_only=True)
class InForce(Document):
    """The JSON document of the rules in force.

    Attributes:
        chapters: Its chapters, in text order. Options and rules name theirs by its title, and are in this order,
            those in no chapter first.
        about: The introduction for players, paragraph by paragraph.
        rules: The hash of the rules.
        unseen: The tables and rules that are not printed: those recovered, then those reconstructed.
        resting: The rows and rules with a stronger standing than the values that they are computed from.
        tallies: The tallies, the weightiest first.
        forecasts: The forecasts, in the order of their tallies.
        printed_lines: The number of printed lines within tables and rules that are not printed.
        idle: Errata and variants of the game that are not in force, as ``kind name``.
        explained: What its things do in play, in the order of the rules; without options, which say it themselves.
        release: The game's version, licence and address on the web, in a line; empty if its manifest has none.
        primer: How it goes, in one page; None if the rules do not say.
    """

    document = "rules"

    game: str
    title: str
    publisher: str
    about: tuple[str, ...]
    rules: str
    chapters: tuple[ChapterLine, ...]
    options: tuple[OptionLine, ...]
    unseen: tuple[Known, ...]
    resting: tuple[Known, ...]
    tallies: tuple[TallyLine, ...]
    printed_lines: int
    overlays: tuple[OverlayLine, ...]
    idle: tuple[str, ...]
    forecasts: tuple[ForecastLine, ...] = ()
    explained: tuple[ExplainedThing, ...] = ()
    release: str = ""
    primer: Primer | None = None


def rules_in_force(graph: RuleGraph, result: Compilation) -> InForce:
    """Build the document of the rules in force: options, overlays in order of application, provenance."""
    sources = {source.path: source for source in result.sources.values()}.values()
    kinds: tuple[OverlayKind, ...] = ("errata", "variant", "preferences")
    overlay_ids = [f"{kind} {name}" for kind in kinds for name in find_overlay_names(sources, kind)]
    active_ids = {f"{overlay.kind} {overlay.name}" for overlay in graph.overlays}
    return InForce(
        game=graph.game.id,
        title=graph.game.title,
        publisher=graph.game.publisher,
        release=describe_release(graph.game.release),
        about=graph.game.about,
        rules=graph.rules_hash,
        chapters=tuple(
            ChapterLine(title=chapter.title, origin=chapter.origin.with_place(chapter.span), items=chapter.items)
            for chapter in graph.chapters
        ),
        options=tuple(list_options(graph)),
        unseen=tuple(each for each in collect_unseen(graph) if not each.is_derived),
        resting=tuple(each for each in collect_unseen(graph) if each.is_derived),
        tallies=tuple(tally_lines(graph)),
        forecasts=tuple(forecast_lines(graph)),
        printed_lines=count_printed_lines(graph),
        overlays=tuple(
            OverlayLine(
                kind=overlay.kind,
                name=overlay.name,
                title=overlay.title,
                origin=overlay.origin,
                author=overlay.author or "",
                file=overlay.span.path,
                items=tuple(
                    ItemLine(
                        number=entry.number,
                        title=entry.title,
                        origin=entry.origin,
                        changes=tuple(
                            ChangeLine(target=c.target, place=c.place, was=c.was, now=c.now) for c in entry.changes
                        ),
                    )
                    for entry in overlay.entries
                ),
            )
            for overlay in graph.overlays
        ),
        idle=(
            *(name for name in overlay_ids if name not in active_ids),
            *(f"errata {overlay.name}/{number}" for overlay in graph.overlays for number in overlay.left_out),
        ),
        explained=tuple(each for each in explained_things(graph) if each.kind != "option"),
        primer=find_primer(graph),
    )


def tally_lines(graph: RuleGraph) -> Iterator[TallyLine]:
    """Make a record for each tally (a statistic over many runs) of a game."""
    effects = Effects(graph)
    for node in tallies_of(graph):
        assert node.tally is not None
        yield TallyLine(
            name=node.name,
            title=node.tally.title,
            matters=node.tally.matters,
            values=str(node.type),
            counted=counting_moment_of(node, graph, effects).procedure,
            origin=node.origin.with_place(node.span),
        )


def forecast_lines(graph: RuleGraph) -> Iterator[ForecastLine]:
    """Make a record for each forecast of a game."""
    titles = {node.name: node.tally.title for node in tallies_of(graph) if node.tally is not None}
    for node in forecasts_of(graph):
        assert node.forecast is not None
        yield ForecastLine(
            name=node.forecast.tally,
            title=titles[node.forecast.tally],
            values=forecast_values(node.type, node.forecast.unit),
            origin=node.origin.with_place(node.span),
        )


def forecast_values(type_: Type, unit: int) -> str:
    """Format the type of a forecast with its unit: ``0..120 in tenths``."""
    return " in ".join((str(type_), *(words for words, count in UNITS.items() if count == unit)))


def collect_unseen(graph: RuleGraph) -> Iterator[Known]:
    """Yield the provenance of tables and rules not known from print: recovered ones, then reconstructed ones."""
    all_provenance = (*table_provenance(graph), *unprinted_row_provenance(graph), *rule_provenance(graph))
    sorted_provenance = sort_by_chapter(graph, all_provenance, lambda each: each.item)
    for standing in UNSEEN_STANDINGS:
        yield from (each for each in sorted_provenance if each.standing == standing)


Line = TypeVar("Line", OptionLine, Known)


def sort_by_chapter(graph: RuleGraph, lines: Iterable[Line], item_id_of: Callable[[Line], str]) -> list[Line]:
    """Sort records by the chapter of their items, and set each one's chapter title; those without a chapter come first.

    Within a chapter, lines keep their order.
    """
    places = {id_: at for at, chapter in enumerate(graph.chapters) for id_ in chapter.items}
    numbered_lines = [(places.get(item_id_of(line), -1), line) for line in lines]
    return [
        evolve(line, chapter=graph.chapters[at].title) if at >= 0 else line
        for at, line in sorted(numbered_lines, key=itemgetter(0))
    ]


def list_options(graph: RuleGraph) -> list[OptionLine]:
    """Make the records of all options, in the order of their chapters, with what each changes in play."""
    texts = explanation_texts(graph)
    lines = (
        evolve(option_line(option), explanation=texts.get(f"option:{option.name}", "")) for option in graph.options
    )
    return sort_by_chapter(graph, lines, lambda line: f"option:{line.name}")


def option_line(option: Option) -> OptionLine:
    """Make the record of an option: current value, default and possible values, in words."""
    match option.type:
        case BoolType():
            values = "yes, no"
        case IntType(low=low, high=high):
            values = f"{low}..{high}"
        case EnumType() | BaseWordless():
            values = ", ".join(option.words)
        case _:
            assert_never(option.type)
    return OptionLine(
        name=option.name,
        title=option.title,
        value=word_for(option.value, option.type, option.words),
        default=word_for(option.default, option.type, option.words),
        values=values,
        origin=option.origin.with_place(option.span),
    )
