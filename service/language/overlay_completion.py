"""Completion of what only overlays say: the game that they are for, and the lines that they quote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bombsight.compiler.overlays.quoting import BLOCK_FIELDS, HEADING_ORIGIN, rebuild_lines
from bombsight.compiler.overlays.report import kind_and_name
from bombsight.dsl import ast
from bombsight.dsl.file_kind import find_game_id
from bombsight.service.language.cursor import Cursor
from bombsight.service.language.proposals import VALUE_RANK, RankedProposal
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.rule_text import Sources

QUOTE_START = re.compile(r"\n[ ]+(?:was|remove)[ ]+(?P<begun>(?:[^ \n][^\n]*)?)$")
"""The beginning of a line that quotes another, and how much of that stands there."""

OVERLAY_HEAD = re.compile(r'(?:errata|variant|house)[ ]+\w+[ ]+"[^"\n]*"[ ]+for[ ]+$')
"""What the game of an overlay stands behind."""

QUOTABLE_ITEMS = (ast.Option, ast.ModifierOn, ast.Reroll, ast.Define, ast.Tally, ast.Board)
"""The items that an edit can quote by themselves."""


# --- games


def propose_games(cursor: Cursor, games: Iterable[str]) -> Iterator[RankedProposal]:
    """Games, by their ids, where the head of an overlay says for which it is."""
    if OVERLAY_HEAD.fullmatch(cursor.prefix.text):
        yield from (RankedProposal(VALUE_RANK, game, "Module", "game") for game in games)


def propose_own_game(space: Workspace, cursor: Cursor) -> Iterator[RankedProposal]:
    """The game to which a file belongs, where the head of an overlay says for which it is."""
    id_ = find_game_id(space.request.base)
    yield from propose_games(cursor, (id_,) if id_ else ())


# --- quotations


def propose_quotations(space: Workspace, cursor: Cursor) -> Iterator[RankedProposal]:
    """The lines of what an overlay amends that can be quoted behind a word, where one is to be: their rest."""
    quotes = QUOTE_START.search(cursor.prefix.text)
    if quotes is None:
        return
    start = quotes["begun"]
    for overlay in cursor.items_ended_here():
        patch = overlay.entries[-1].patches[-1] if isinstance(overlay, ast.Overlay) else None
        for text in quotable_lines(space, patch) if isinstance(patch, ast.EditPatch) else ():
            if text.startswith(start):
                yield RankedProposal(VALUE_RANK, text[len(start) :], "Reference", "as it stands")


def quotable_lines(space: Workspace, patch: ast.EditPatch) -> Iterator[str]:
    """The lines that an edit can quote: those of the item that it amends, else the items that are a line themselves."""
    sources = space.rules.sources
    if patch.target is not None:
        for item in space.rules.items:
            if kind_and_name(item) == (patch.target.kind, patch.target.name):
                yield from quotable_lines_in(item, sources)
        return
    for item in space.rules.items:
        text = rebuild_lines(item, sources) if isinstance(item, QUOTABLE_ITEMS) else ()
        if len(text) == 1:
            yield HEADING_ORIGIN.sub("", text[0])


def quotable_lines_in(node: ast.Node, sources: Sources) -> Iterator[str]:
    """What stands in a node on lines of its own, those that have blocks left out, and what says where it comes from."""
    for line in (line for name in BLOCK_FIELDS for line in getattr(node, name, ())):
        text = rebuild_lines(line, sources)
        if len(text) == 1 and not isinstance(line, ast.Result):
            yield HEADING_ORIGIN.sub("", text[0])
        yield from quotable_lines_in(line, sources)
