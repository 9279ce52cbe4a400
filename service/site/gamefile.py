"""A game file: a compiled game in one file for a browser, with its program, WebAssembly modules and lookup data.

A container (:mod:`bombsight.service.common.container`) with these parts:

* ``program``: the program as :mod:`bombsight.flat.encoding` encodes it, without code;
* ``settings``, ``cards``, ``things``: documents, each described by its schema in ``service/schema/``;
* ``traced``, ``plain``: WebAssembly with journal events, and WebAssembly for many runs;
* ``asides``: WebAssembly that computes values for display beside a run;
* ``sources``: the source texts, for saves that are taken elsewhere (:mod:`bombsight.service.saves.snapshots`).

Options are open (``docs/flat.md``), so one file serves with any of them. The modules export the entries that a player
can start, and the tallies of many runs. Spans are strings without the paths of the machine that wrote the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from bombsight.backends.wasm.emit import build_module
from bombsight.boundary.budget import Allowance
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.request import Request
from bombsight.dsl.caches import load_cached, store_cached
from bombsight.dsl.source import Span
from bombsight.flat.derived_values import aside_program
from bombsight.flat.encoding import CLASS_KEY, encode
from bombsight.flat.passes.reachable import restrict_to_missions
from bombsight.flat.program import Program
from bombsight.flat.release import describe_release
from bombsight.service.common.container import encode_compact_json, pack
from bombsight.service.common.document import Document
from bombsight.service.games.library import PROGRAM_FOLDERS, code_digest, compute_digest
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.programs.cache import cache_path, request_digest
from bombsight.service.programs.compile import compile_game
from bombsight.service.saves.snapshots import SOURCES_PART, Texts, encode_sources, texts_of
from bombsight.service.site.lookups import build_cards, build_things
from bombsight.service.site.settings import build_settings
from bombsight.version import VERSION


@frozen(kw_only=True)
class GameFile:
    """A game file (a compiled game in one file), with its identification.

    Attributes:
        game: The game's id.
        title: Its title.
        about: The introduction for players, paragraph by paragraph.
        release: Its version, its licence and its address on the web, in a line; empty if its manifest has none.
        overlays: The overlays in force, as ``kind name``, in order, each with its title.
        rules: The hash of the rules.
        wording: The hash of rules and sentences.
        snapshot: The digest of their texts.
        content: Its bytes; equal for equal rules.
    """

    game: str
    title: str
    about: tuple[str, ...]
    release: str
    overlays: Mapping[str, str]
    rules: str
    wording: str
    snapshot: str
    content: bytes = field(repr=False)


def load_game_file(request: Request) -> GameFile:
    """Make the game file of a compilation request, or load it from the cache.

    Options that the request sets become the player's defaults.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors.
    """
    graph, result = compile_game(request)
    cache_file = cache_path("site", compute_digest((), request_digest(request), code_digest(PROGRAM_FOLDERS)), "game")
    content = load_cached(cache_file)
    texts = texts_of(request)
    if content is None:
        content = encode_game(graph, result.sources, texts, request.allowance)
        store_cached(cache_file, content)
    return GameFile(
        game=graph.game.id,
        title=graph.game.title,
        about=graph.game.about,
        release=describe_release(graph.game.release),
        overlays={f"{overlay.kind} {overlay.name}": overlay.title for overlay in graph.overlays},
        rules=graph.rules_hash,
        wording=graph.wording_hash,
        snapshot=texts.digest,
        content=content,
    )


def encode_game(graph: RuleGraph, sources: Sources, texts: Texts, allowance: Allowance | None = None) -> bytes:
    """Encode a compiled game as the bytes of a game file.

    Args:
        graph: The rules, without errors.
        sources: Their files.
        texts: The source texts to include.
        allowance: The allowance of work in play; None for the usual one.
    """
    program = restrict_to_missions(lower(evolve(graph, examples=()), open_options=True, allowance=allowance))
    parts = {
        "program": encode_compact_json(encode_program_without_code(program)),
        "settings": encode_document(build_settings(graph, program)),
        "cards": encode_document(build_cards(graph, sources)),
        "things": encode_document(build_things(graph, sources)),
        "traced": build_module(program, traced=True).binary,
        "plain": build_module(program, traced=False).binary,
        "asides": build_module(aside_program(program), traced=False).binary,
        SOURCES_PART: encode_sources(texts),
    }
    head = {
        "game": program.game,
        "title": program.title,
        "digest": program.digest,
        "snapshot": texts.digest,
        "version": VERSION,
    }
    return pack(head, parts)


def encode_program_without_code(program: Program) -> Any:
    """Encode a program without its code as JSON data: display metadata, and the layout of its state."""
    asides = evolve(program.asides, functions=(), data={})
    return format_spans(encode(evolve(program, functions=(), data={}, examples=(), asides=asides)))


def format_spans(data: Any) -> Any:
    """Replace the source spans in JSON data by strings ``file:line:column``."""
    if isinstance(data, list):
        return [format_spans(member) for member in data]
    if not isinstance(data, dict):
        return data
    if data.get(CLASS_KEY) == Span.__name__:
        return f"{data['path']}:{data['line']}:{data['column']}"
    return {name: format_spans(member) for name, member in data.items()}


def encode_document(document: Document) -> bytes:
    """Encode a JSON document as a part of the container."""
    return encode_compact_json(document.to_json())
