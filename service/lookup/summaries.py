"""What the list of games says of each.

The list compiles nothing. Of a game that was found sound before it tells what was found then; of another what its files
say themselves, which takes no more than reading them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from bombsight.compiler.request import Request
from bombsight.dsl.origin import tally
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.library import GameFolder, digest
from bombsight.service.games.requests import Rules, request_of
from bombsight.service.programs.cache import keep_value, kept_file, kept_graph, recall_value, rules_digest

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
    standings: dict[str, int] = field(factory=lambda: tally(()))
    rule_count: int = 0
    rule_standings: dict[str, int] = field(factory=lambda: tally(()))
    printed_lines: int = 0
    rules: str = ""
    checked: bool = False
    errors: int = 0


def summary_of(game: GameFolder) -> Summary:
    """A game in a line: as it was found, or as its files say."""
    itself = Summary(id=game.id, path=str(game.path))
    try:
        request = request_of(game.id, game.files, Rules())
    except WrongRules as unread:
        return evolve(itself, errors=-len(unread.findings))
    return checked(itself, request) or told(itself, request)


def checked(itself: Summary, request: Request) -> Summary | None:
    """What was found of rules that were found sound; None where they were not."""
    file = kept_file("games", digest((), rules_digest(request), str(SUMMARY_VERSION)))
    kept = recall_value(file)
    if not isinstance(kept, Summary):
        sound = kept_graph(request)
        if sound is None or sound.graph is None:
            return None
        kept = found(sound.graph)
        keep_value(file, kept)
    return evolve(kept, id=itself.id, path=itself.path)


def found(graph: RuleGraph) -> Summary:
    """What is kept of a game: all but its name and where it lies."""
    from bombsight.service.lookup.origins import printed_lines, rules_of, tables_of, told_standing

    tables = [each for each in tables_of(graph) if each.kind == "table"]
    rules = [*rules_of(graph)]
    return Summary(
        id="",
        path="",
        title=graph.game.title,
        about=graph.game.about,
        tables=len(tables),
        standings=tally(told_standing(each, graph) for each in tables),
        rule_count=len(rules),
        rule_standings=tally(told_standing(each, graph) for each in rules),
        printed_lines=printed_lines(graph),
        rules=graph.rules_hash,
        checked=True,
    )


def told(itself: Summary, request: Request) -> Summary:
    """What the files of a game say."""
    file = kept_file("games", digest((), rules_digest(request), str(SUMMARY_VERSION), "told"))
    kept = recall_value(file)
    if not isinstance(kept, Summary):
        kept = said(request)
        keep_value(file, kept)
    return evolve(kept, id=itself.id, path=itself.path)


def said(request: Request) -> Summary:
    """What is kept of a game that nobody compiled."""
    from bombsight.compiler.outline import outline

    read = outline(request)
    return Summary(
        id="",
        path="",
        title=read.title,
        about=read.about,
        tables=len(read.tables),
        standings=tally(read.tables),
        rule_count=len(read.rules),
        rule_standings=tally(read.rules),
        errors=read.errors or int(not read.has_game),
    )
