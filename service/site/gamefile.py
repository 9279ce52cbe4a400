"""A game as one file for a browser: its program as data, the modules that play it, and what is looked up meanwhile.

A container (:mod:`bombsight.service.common.container`) with these parts:

* ``program``: the program as :mod:`bombsight.flat.encoding` writes it, without code;
* ``settings``, ``cards``, ``things``: documents, each described by its schema in ``service/schema/``;
* ``traced``, ``plain``: WebAssembly that tells the journal, and WebAssembly for many runs;
* ``asides``: WebAssembly that works out what is told beside a run;
* ``sources``: the texts that it was made of, for saves that are taken elsewhere
  (:mod:`bombsight.service.saves.snapshots`).

Options are open (``docs/flat.md``), so one file serves with any of them. What can be called in the modules is what a
player begins, and what is counted of many runs. Places in files are words, and tell nothing of the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from bombsight.backends.wasm.emit import module
from bombsight.boundary.budget import Allowance
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.request import Request
from bombsight.dsl.caches import keep, recall
from bombsight.dsl.source import Span
from bombsight.flat.derived_values import beside
from bombsight.flat.encoding import IS, encode
from bombsight.flat.passes.reachable import begun
from bombsight.flat.program import Program
from bombsight.service.common.container import compact, pack
from bombsight.service.common.document import Document
from bombsight.service.common.project import own_version
from bombsight.service.games.library import ALL_CODE, code_digest, digest
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.programs.cache import kept_file, request_digest
from bombsight.service.programs.compile import compiled
from bombsight.service.saves.snapshots import PART, Texts, sources_part, texts_of
from bombsight.service.site.lookups import cards_of, things_of
from bombsight.service.site.settings import settings_of


@frozen(kw_only=True)
class GameFile:
    """A game file, and what tells it from others.

    Attributes:
        game: The game's id.
        title: Its title.
        about: What a player should know before he plays, paragraph by paragraph.
        overlays: Those in force, as ``kind name``, in their order, each with its title.
        rules: The hash of the rules.
        wording: The hash of rules and sentences.
        snapshot: The digest of their texts.
        content: Its bytes; equal for equal rules.
    """

    game: str
    title: str
    about: tuple[str, ...]
    overlays: Mapping[str, str]
    rules: str
    wording: str
    snapshot: str
    content: bytes = field(repr=False)


def game_file(request: Request) -> GameFile:
    """The game file of rules; what was written before is taken from the cache.

    Options that the request sets are what a player finds chosen.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors.
    """
    graph, result = compiled(request)
    kept = kept_file("site", digest((), request_digest(request), code_digest(ALL_CODE)), "game")
    content = recall(kept)
    texts = texts_of(request)
    if content is None:
        content = encode_game(graph, result.sources, texts, request.allowance)
        keep(kept, content)
    return GameFile(
        game=graph.game.id,
        title=graph.game.title,
        about=graph.game.about,
        overlays={f"{overlay.kind} {overlay.name}": overlay.title for overlay in graph.overlays},
        rules=graph.rules_hash,
        wording=graph.wording_hash,
        snapshot=texts.digest,
        content=content,
    )


def encode_game(graph: RuleGraph, sources: Sources, texts: Texts, allowance: Allowance | None = None) -> bytes:
    """The bytes of a game file.

    Args:
        graph: The rules, without errors.
        sources: Their files.
        texts: What they were made of.
        allowance: What they may cost in play; None for as much as is usual.
    """
    program = begun(lower(evolve(graph, examples=()), open_options=True, allowance=allowance))
    parts = {
        "program": compact(program_without_code(program)),
        "settings": document(settings_of(graph)),
        "cards": document(cards_of(graph, sources)),
        "things": document(things_of(graph, sources)),
        "traced": module(program, traced=True).encoded,
        "plain": module(program, traced=False).encoded,
        "asides": module(beside(program), traced=False).encoded,
        PART: sources_part(texts),
    }
    head = {
        "game": program.game,
        "title": program.title,
        "digest": program.digest,
        "snapshot": texts.digest,
        "version": own_version() or "",
    }
    return pack(head, parts)


def program_without_code(program: Program) -> Any:
    """What people are told of a program, and where its state lies: all but the code."""
    asides = evolve(program.asides, functions=(), data={})
    return placed(encode(evolve(program, functions=(), data={}, examples=(), asides=asides)))


def placed(data: Any) -> Any:
    """Plain data in which places in files are words: ``file:line:column``."""
    if isinstance(data, list):
        return [placed(member) for member in data]
    if not isinstance(data, dict):
        return data
    if data.get(IS) == Span.__name__:
        return f"{data['path']}:{data['line']}:{data['column']}"
    return {name: placed(member) for name, member in data.items()}


def document(told: Document) -> bytes:
    """A document as a part."""
    return compact(told.to_json())
