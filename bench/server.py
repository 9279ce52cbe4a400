"""Benchmark of the language server's responses, against a full check: processor time, in one process like the server.

Each round changes a row of a table in another file, and then sends the server the usual requests of an editor. Each is
compared with a check of the whole game from scratch, as by the first ``lint``.
"""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from lsprotocol import types

from bench.instant import random_edits
from bench.timing import CPU, format_seconds
from bombsight.cli.server import completions, hover, inlay_hints, navigation, semantic_tokens, symbols, text_edits
from bombsight.cli.server.documents import Document
from bombsight.cli.server.findings import ProtocolConverter
from bombsight.cli.server.positions import PositionMapper
from bombsight.cli.server.request_context import RequestContext
from bombsight.cli.server.serving import GC_THRESHOLDS
from bombsight.dsl.source import Source
from bombsight.service.games.library import find_games
from bombsight.service.language.open_workspaces import OpenWorkspaces
from bombsight.service.language.workspace import Workspace

LARGEST_GAME = "b29_korea"
CONVERTER = ProtocolConverter(PositionMapper(), Path.as_uri)

Query = Callable[[RequestContext, types.Position], object]

QUERIES: dict[str, Query] = {
    "definition": navigation.definition_locations,
    "references": lambda context, place: navigation.reference_locations(context, place, True),
    "highlights": navigation.document_highlights,
    "completion": completions.complete,
    "hover": hover.hover_response,
    "colours": lambda context, place: semantic_tokens.encode_tokens(context),
    "outline": lambda context, place: symbols.document_symbols(context),
    "folds": lambda context, place: symbols.folding_ranges(context.document.source),
    "odds in the margin": lambda context, place: inlay_hints.hints_in_range(
        context, visible_range(context), lambda: False
    ),
    "layout": lambda context, place: text_edits.format_document(context.document.source, CONVERTER),
}


def visible_range(context: RequestContext) -> types.Range:
    """Choose a range of a file with as many lines as an editor's window."""
    return types.Range(types.Position(0, 0), types.Position(min(60, len(context.document.source.line_starts)), 0))


def measure_seconds(work: Callable[[], object]) -> float:
    """Time a function, in seconds."""
    start = CPU()
    work()
    return CPU() - start


def measure_queries(game: str, rounds: int) -> dict[str, list[float]]:
    """Time each kind of request in each round, in seconds."""
    folder = next(one.path for one in find_games() if one.id == game)
    seconds_by_query: dict[str, list[float]] = {name: [] for name in ("findings at once", *QUERIES, "all findings")}
    scratch = Workspace.open(folder)
    seconds_by_query["everything, from scratch"] = [measure_seconds(scratch.lint_all)]
    spaces = OpenWorkspaces()
    random = Random(1)
    for number, (path, text) in zip(range(rounds + 1), random_edits(folder, random), strict=False):
        original = path.read_text(encoding="utf-8")
        spaces.set_text(path, original)
        workspace = spaces.workspace_of(path)
        assert workspace is not None
        if not number:
            workspace.space.lint_all()
            gc.freeze()  # as the server does after its first full check
        spaces.check_file(path)
        spaces.set_text(path, text)
        round_seconds = {"findings at once": measure_seconds(partial(spaces.check_file, path))}
        context = RequestContext(
            Document(path.as_uri(), path, 1, Source(str(path), text)), workspace, CONVERTER, spaces.texts
        )
        place = CONVERTER.mapper.position_of(context.document.source, random.choice(name_offsets(text)))
        for name, query in QUERIES.items():
            round_seconds[name] = measure_seconds(partial(query, context, place))
        round_seconds["all findings"] = measure_seconds(workspace.space.lint_all)
        if number:  # the first round is a warm-up
            for name, seconds in round_seconds.items():
                seconds_by_query[name].append(seconds)
        spaces.set_text(path, original)
    return seconds_by_query


def name_offsets(text: str) -> list[int]:
    """The text offsets at which names may be completed: after the first letter of words."""
    return [at for at in range(1, len(text)) if text[at].isalpha() and not text[at - 1].isalnum()]


def main() -> int:
    """Run the benchmark and print the times."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=LARGEST_GAME)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    gc.set_threshold(*GC_THRESHOLDS)
    seconds = measure_queries(args.game, args.rounds)
    whole = seconds["everything, from scratch"][0]
    for name, found in seconds.items():
        print(
            f"{name:26} median {format_seconds(median(found)):>8}, worst "
            f"{format_seconds(max(found)):>8}, {median(found) / whole:7.2%}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
