"""What the list of games says of each.

The list compiles nothing. Of a game that was found sound before it tells what was found then; of another what its files
say themselves, which takes no more than reading them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from bombsight.compiler.request import Request
from bombsight.dsl.origin import count_standings
from bombsight.service.common.failure import WrongRules
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

SUMMARY_VERSION = 6
"""Raised when a summary changes its form."""


@frozen(kw_only=True)
class Summary:
    """A game in a line.

    Attributes:
        id: As on the command line.
        title: Its title; empty where its rules do not say.
        about: What a player should know before he plays, paragraph by paragraph.
        tables: How many tables it has.
        standings: How many of them have each standing; `home-made` is what names no source where a game asks for none.
        rule_count: How many rules it has: options, procedures, defines, modifiers outside tables, and what of a table
            or a define speaks for itself or is known less well than that.
        rule_standings: How many of them have each standing, by the weakest of what they are computed from.
        printed_lines: How many lines are printed in tables and rules that are not.
        rules: The hash of its rules; empty where they cannot be used, or are not checked.
        checked: Whether its rules were found sound. Where not, rules count as what they say themselves, those within
            others are not counted, and ``errors`` are what reading the files found.
        errors: How many errors its rules have; negative where files cannot be read: how many.
        path: Its folder.
    """

    id: str
    path: str
    title: str = ""
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
    """A game in a line: as it was found, or as its files say."""
    base = Summary(id=game.id, path=str(game.path))
    try:
        request = make_request(game.id, game.files, Rules())
    except WrongRules as unread:
        return evolve(base, errors=-len(unread.findings))
    return load_checked_summary(base, request) or load_unchecked_summary(base, request)


def load_checked_summary(base: Summary, request: Request) -> Summary | None:
    """What was found of rules that were found sound; None where they were not."""
    file = cache_path("games", compute_digest((), rules_digest(request), str(SUMMARY_VERSION)))
    cached = load_cached_value(file)
    if not isinstance(cached, Summary):
        checked_rules = load_cached_graph(request)
        if checked_rules is None or checked_rules.graph is None:
            return None
        cached = summarize_graph(checked_rules.graph)
        store_cached_value(file, cached)
    return evolve(cached, id=base.id, path=base.path)


def summarize_graph(graph: RuleGraph) -> Summary:
    """What is kept of a game: all but its name and where it lies."""
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
        about=graph.game.about,
        tables=len(tables),
        standings=count_standings(displayed_standing(each, graph) for each in tables),
        rule_count=len(rules),
        rule_standings=count_standings(displayed_standing(each, graph) for each in rules),
        printed_lines=count_printed_lines(graph),
        rules=graph.rules_hash,
        checked=True,
    )


def load_unchecked_summary(base: Summary, request: Request) -> Summary:
    """What the files of a game say."""
    file = cache_path("games", compute_digest((), rules_digest(request), str(SUMMARY_VERSION), "told"))
    cached = load_cached_value(file)
    if not isinstance(cached, Summary):
        cached = summarize_outline(request)
        store_cached_value(file, cached)
    return evolve(cached, id=base.id, path=base.path)


def summarize_outline(request: Request) -> Summary:
    """What is kept of a game that nobody compiled."""
    from bombsight.compiler.outline import read_outline

    rules_outline = read_outline(request)
    return Summary(
        id="",
        path="",
        title=rules_outline.title,
        about=rules_outline.about,
        tables=len(rules_outline.tables),
        standings=count_standings(rules_outline.tables),
        rule_count=len(rules_outline.rules),
        rule_standings=count_standings(rules_outline.rules),
        errors=rules_outline.errors or int(not rules_outline.has_game),
    )
