"""Completion in overlays: the game in the head, and the lines that edits quote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bombsight.compiler.overlays.quoting import BLOCK_FIELDS, HEADING_ORIGIN, rebuild_lines
from bombsight.compiler.overlays.report import kind_and_name
from bombsight.compiler.overlays.targets import numbered_names
from bombsight.dsl import ast
from bombsight.dsl.file_kind import find_game_id
from bombsight.service.language.cursor import Cursor
from bombsight.service.language.proposals import VALUE_RANK, RankedProposal
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.rule_text import Sources

QUOTE_START = re.compile(r"\n[ ]+(?:was|remove)[ ]+(?P<begun>(?:[^ \n][^\n]*)?)$")
"""The beginning of a line that quotes another, and the part of the quotation before the cursor."""

NUMBERED_START = re.compile(r"\n[ ]+(?:add[ ]+to|(?:was|now|remove)[ ]+answer)[ ]+$")
"""The beginning of a line that names a choice or an answer."""

OVERLAY_HEAD = re.compile(r'(?:errata|variant|preferences|house)[ ]+\w+[ ]+"[^"\n]*"[ ]+for[ ]+$')
"""The head of an overlay up to the name of its game."""

QUOTABLE_ITEMS = (ast.Option, ast.ModifierOn, ast.Reroll, ast.Define, ast.Tally, ast.Forecast, ast.Luck, ast.Board)
"""The items that an edit can quote whole."""


# --- games


def propose_games(cursor: Cursor, games: Iterable[str]) -> Iterator[RankedProposal]:
    """Propose the ids of games in the head of an overlay."""
    if OVERLAY_HEAD.fullmatch(cursor.prefix.text):
        yield from (RankedProposal(VALUE_RANK, game, "Module", "game") for game in games)


def propose_own_game(space: Workspace, cursor: Cursor) -> Iterator[RankedProposal]:
    """Propose the id of the workspace's game in the head of an overlay."""
    id_ = find_game_id(space.request.base)
    yield from propose_games(cursor, (id_,) if id_ else ())


# --- quotations


def propose_quotations(space: Workspace, cursor: Cursor) -> Iterator[RankedProposal]:
    """Propose the rules' lines that an edit can quote as old text, after ``was`` or ``remove``."""
    quotes = QUOTE_START.search(cursor.prefix.text)
    if quotes is None:
        return
    start = quotes["begun"]
    for overlay in cursor.items_ended_here():
        patch = overlay.entries[-1].patches[-1] if isinstance(overlay, ast.Overlay) else None
        for text in quotable_lines(space, patch) if isinstance(patch, ast.EditPatch) else ():
            if text.startswith(start):
                yield RankedProposal(VALUE_RANK, text[len(start) :], "Reference", "as it stands")


def propose_numbered_names(space: Workspace, cursor: Cursor) -> Iterator[RankedProposal]:
    """Propose the choices and answers of a procedure that an edit can name by a number only, for they share a name."""
    if not NUMBERED_START.search(cursor.prefix.text):
        return
    for overlay in cursor.items_ended_here():
        patch = overlay.entries[-1].patches[-1] if isinstance(overlay, ast.Overlay) else None
        if not isinstance(patch, ast.EditPatch) or patch.target is None or patch.target.kind != "procedure":
            continue
        for item in space.rules.items:
            if kind_and_name(item) == ("procedure", patch.target.name):
                for name in numbered_names(item):
                    yield RankedProposal(VALUE_RANK, name, "Reference", "one of several")


def quotable_lines(space: Workspace, patch: ast.EditPatch) -> Iterator[str]:
    """Yield the lines that an edit can quote: those of its target; without a target, all one-line items."""
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
    """Yield the single-line statements in a node's blocks as text, without citations."""
    for line in (line for name in BLOCK_FIELDS for line in getattr(node, name, ())):
        text = rebuild_lines(line, sources)
        if len(text) == 1 and not isinstance(line, ast.Result):
            yield HEADING_ORIGIN.sub("", text[0])
        yield from quotable_lines_in(line, sources)
