"""Summaries of games, for the list of games.

The list compiles nothing. For a game that was compiled without errors before, it shows the cached summary; for another
the statements of its files, which takes no more than a scan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from bombsight.compiler.request import Request
from bombsight.dsl.origin import count_standings
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.game_origins import OriginKind, origin_of
from bombsight.service.games.library import GameFolder, compute_digest
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.programs.cache import (
    cache_path,
    load_cached_graph,
    load_cached_value,
    rules_digest,
    store_cached_value,
)

if TYPE_CHECKING:
    from bombsight.compiler.graph.nodes import RuleGraph

SUMMARY_VERSION = 7
"""The version of the cached summaries."""


@frozen(kw_only=True)
class Summary:
    """The summary of a game.

    Attributes:
        id: Its id on the command line.
        title: Its title; empty if its rules have none.
        about: The introduction for players, paragraph by paragraph.
        tables: The number of tables.
        standings: The number of tables with each standing; `home-made` is for tables without a source in a game
            that requires none.
        rule_count: The number of rules: options, procedures, defines, modifiers outside tables, and parts of a
            table or a define with their own standing or a weaker one.
        rule_standings: The number of rules with each standing, the weakest of the values that they are computed from.
        printed_lines: The number of printed lines within tables and rules that are not printed.
        rules: The hash of its rules; empty if they have errors or were not checked.
        checked: Whether its rules were compiled without errors. If not, rules count with their stated standing,
            parts of others are not counted, and ``errors`` are those of the scan.
        errors: The number of errors in its rules; if files cannot be read, their number, negative.
        path: Its folder.
        game_version, licence, home: Its version, its licence, its address on the web; empty if its manifest does not
            say.
        origin: How it came here: ``shipped`` with the program, ``added`` by the user from a package, brought by a
            Python ``distribution``, or a ``folder`` of the user's.
        distribution: The name and the version of that distribution; empty for others.
    """

    id: str
    path: str
    title: str = ""
    game_version: str = ""
    licence: str = ""
    home: str = ""
    origin: OriginKind = "folder"
    distribution: str = ""
    about: tuple[str, ...] = ()
    tables: int = 0
    standings: dict[str, int] = field(factory=lambda: count_standings(()))
    rule_count: int = 0
    rule_standings: dict[str, int] = field(factory=lambda: count_standings(()))
    printed_lines: int = 0
    rules: str = ""
    checked: bool = False
    errors: int = 0


def summary_of(game: GameFolder) -> Summary:
    """Summarize a game for the list of games, from the cache or by a scan of its files."""
    origin = origin_of(game)
    base = Summary(id=game.id, path=str(game.path), origin=origin.kind, distribution=origin.distribution)
    try:
        request = make_request(game.id, game.files, Rules())
    except WrongRules as unread:
        return evolve(base, errors=-len(unread.findings))
    return load_checked_summary(base, request) or load_unchecked_summary(base, request)


def with_place(cached: Summary, listed_game: Summary) -> Summary:
    """Copy a cached summary with the id, the place and the origin of the listed game."""
    return evolve(
        cached,
        id=listed_game.id,
        path=listed_game.path,
        origin=listed_game.origin,
        distribution=listed_game.distribution,
    )


def load_checked_summary(listed_game: Summary, request: Request) -> Summary | None:
    """Load a listed game's summary, or make it from its cached rule graph; None if the cache has no valid rules."""
    file = cache_path("games", compute_digest((), rules_digest(request), str(SUMMARY_VERSION)))
    cached = load_cached_value(file)
    if not isinstance(cached, Summary):
        checked_rules = load_cached_graph(request)
        if checked_rules is None or checked_rules.graph is None:
            return None
        cached = summarize_graph(checked_rules.graph)
        store_cached_value(file, cached)
    return with_place(cached, listed_game)


def summarize_graph(graph: RuleGraph) -> Summary:
    """Summarize a rule graph; the summary lacks the game's id and path."""
    from bombsight.service.lookup.provenance import (
        count_printed_lines,
        displayed_standing,
        rule_provenance,
        table_provenance,
    )

    tables = [each for each in table_provenance(graph) if each.kind == "table"]
    rules = [*rule_provenance(graph)]
    return Summary(
        id="",
        path="",
        title=graph.game.title,
        game_version=graph.game.release.version,
        licence=graph.game.release.licence,
        home=graph.game.release.home,
        about=graph.game.about,
        tables=len(tables),
        standings=count_standings(displayed_standing(each, graph) for each in tables),
        rule_count=len(rules),
        rule_standings=count_standings(displayed_standing(each, graph) for each in rules),
        printed_lines=count_printed_lines(graph),
        rules=graph.rules_hash,
        checked=True,
    )


def load_unchecked_summary(listed_game: Summary, request: Request) -> Summary:
    """Load a listed game's summary from the cache, or make it by a scan of its files without compiling."""
    file = cache_path("games", compute_digest((), rules_digest(request), str(SUMMARY_VERSION), "told"))
    cached = load_cached_value(file)
    if not isinstance(cached, Summary):
        cached = summarize_outline(request)
        store_cached_value(file, cached)
    return with_place(cached, listed_game)


def summarize_outline(request: Request) -> Summary:
    """Summarize a game by a scan of its files, without compiling them."""
    from bombsight.compiler.outline import read_outline

    rules_outline = read_outline(request)
    return Summary(
        id="",
        path="",
        title=rules_outline.title,
        game_version=rules_outline.release.version,
        licence=rules_outline.release.licence,
        home=rules_outline.release.home,
        about=rules_outline.about,
        tables=len(rules_outline.tables),
        standings=count_standings(rules_outline.tables),
        rule_count=len(rules_outline.rules),
        rule_standings=count_standings(rules_outline.rules),
        errors=rules_outline.errors or int(not rules_outline.has_game),
    )
