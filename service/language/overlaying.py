"""Completion of what only overlays say: the game that they are for, and the lines that they quote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bombsight.compiler.overlays.quoting import HELD, SAID, woven
from bombsight.compiler.overlays.report import kind_and_name
from bombsight.dsl import ast
from bombsight.dsl.file_kind import game_id
from bombsight.service.language.cursor import Cursor
from bombsight.service.language.proposals import VALUE, Offer
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.rule_text import Sources

QUOTES = re.compile(r"\n[ ]+(?:was|remove)[ ]+(?P<begun>(?:[^ \n][^\n]*)?)$")
"""The beginning of a line that quotes another, and how much of that stands there."""

FOR = re.compile(r'(?:errata|variant|house)[ ]+\w+[ ]+"[^"\n]*"[ ]+for[ ]+$')
"""What the game of an overlay stands behind."""

WHOLE = (ast.Option, ast.ModifierOn, ast.Reroll, ast.Define, ast.Tally, ast.Board)
"""The items that an edit can quote by themselves."""


# --- games


def of_games(cursor: Cursor, games: Iterable[str]) -> Iterator[Offer]:
    """Games, by their ids, where the head of an overlay says for which it is."""
    if FOR.fullmatch(cursor.begun.text):
        yield from (Offer(VALUE, game, "Module", "game") for game in games)


def own_game(space: Workspace, cursor: Cursor) -> Iterator[Offer]:
    """The game to which a file belongs, where the head of an overlay says for which it is."""
    id_ = game_id(space.request.base)
    yield from of_games(cursor, (id_,) if id_ else ())


# --- quotations


def quotable(space: Workspace, cursor: Cursor) -> Iterator[Offer]:
    """The lines of what an overlay amends that can be quoted behind a word, where one is to be: their rest."""
    quotes = QUOTES.search(cursor.begun.text)
    if quotes is None:
        return
    begun = quotes["begun"]
    for overlay in cursor.ended():
        patch = overlay.entries[-1].patches[-1] if isinstance(overlay, ast.Overlay) else None
        for text in lines_amended(space, patch) if isinstance(patch, ast.EditPatch) else ():
            if text.startswith(begun):
                yield Offer(VALUE, text[len(begun) :], "Reference", "as it stands")


def lines_amended(space: Workspace, patch: ast.EditPatch) -> Iterator[str]:
    """The lines that an edit can quote: those of the item that it amends, else the items that are a line themselves."""
    sources = space.rules.sources
    if patch.target is not None:
        for item in space.rules.items:
            if kind_and_name(item) == (patch.target.kind, patch.target.name):
                yield from lines_of(item, sources)
        return
    for item in space.rules.items:
        text = woven(item, sources) if isinstance(item, WHOLE) else ()
        if len(text) == 1:
            yield SAID.sub("", text[0])


def lines_of(node: ast.Node, sources: Sources) -> Iterator[str]:
    """What stands in a node on lines of its own, those that have blocks left out, and what says where it comes from."""
    for line in (line for name in HELD for line in getattr(node, name, ())):
        text = woven(line, sources)
        if len(text) == 1 and not isinstance(line, ast.Result):
            yield SAID.sub("", text[0])
        yield from lines_of(line, sources)
