"""What the list of games says of each, kept in the cache folder so that the list comes at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from bombsight.cli.chosen import read_all
from bombsight.cli.failure import WrongRules
from bombsight.compiler.library import GameFolder, cache_name, code_digest, digest
from bombsight.dsl.caches import cache_folder, keep_text, recall_text
from bombsight.dsl.origin import tally
from bombsight.dsl.source import Source

SUMMARY_VERSION = 4
"""Raised when a summary changes its form."""


@frozen(kw_only=True)
class Summary:
    """A game in a line.

    Attributes:
        id: As on the command line.
        title: Its title; empty where its rules do not say.
        about: What a player should know before he plays, paragraph by paragraph.
        tables: How many tables it has.
        standings: How many of them have each standing.
        rule_count: How many rules it has: options, procedures, defines, modifiers outside tables, and what of a table
            or a define speaks for itself or is known less well than that.
        rule_standings: How many of them have each standing, by the weakest of what they are computed from.
        printed_lines: How many lines are printed in tables and rules that are not.
        rules: The hash of its rules; empty where they cannot be used.
        errors: How many errors its rules have; -1 where a file cannot be read.
        path: Its folder.
    """

    id: str
    title: str
    about: tuple[str, ...]
    tables: int
    standings: dict[str, int]
    rule_count: int
    rule_standings: dict[str, int]
    printed_lines: int
    rules: str
    errors: int
    path: str


def summary_of(game: GameFolder) -> Summary:
    """A game in a line, from the cache where its files have not changed."""
    try:
        sources = read_all(game.files)
    except WrongRules as unread:
        return Summary(
            id=game.id,
            title="",
            about=(),
            tables=0,
            standings=tally(()),
            rule_count=0,
            rule_standings=tally(()),
            printed_lines=0,
            rules="",
            errors=-len(unread.findings),
            path=str(game.path),
        )
    file = cache_folder() / "games" / f"{cache_name(digest(sources, code_digest(), str(SUMMARY_VERSION)))}.json"
    kept = recall(file)
    if kept is None:
        kept = made(sources)
        keep_text(file, json.dumps(kept))
    return Summary(id=game.id, path=str(game.path), **kept)


def recall(file: Path) -> dict[str, Any] | None:
    """What the cache holds; None where it holds nothing that can be read."""
    try:
        kept = json.loads(recall_text(file) or "")
        Summary(id="", path="", **kept)
    except (ValueError, TypeError):
        return None
    return kept if isinstance(kept, dict) else None


def made(sources: tuple[Source, ...]) -> dict[str, Any]:
    """What is kept of a game: all but where it lies."""
    from bombsight.cli.origins import printed_lines, rules_of, tables_of
    from bombsight.compiler.pipeline import Request, compile_rules

    result = compile_rules(Request(base=sources))
    graph = result.graph
    tables = [each for each in tables_of(graph) if each.kind == "table"] if graph is not None else []
    rules = [*rules_of(graph)] if graph is not None else []
    summary = Summary(
        id="",
        title=graph.game.title if graph is not None else "",
        about=graph.game.about if graph is not None else (),
        tables=len(tables),
        standings=tally(each.standing for each in tables),
        rule_count=len(rules),
        rule_standings=tally(each.standing for each in rules),
        printed_lines=printed_lines(graph) if graph is not None else 0,
        rules="" if graph is None or result.errors else graph.rules_hash,
        errors=len(result.errors) or int(graph is None),
        path="",
    )
    return {name: value for name, value in asdict(summary).items() if name not in ("id", "path")}
