"""An editor that shows a hostile file gets an answer to each of its questions, or none, and soon."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from lsprotocol import types

from bench.hostile import measure_cost
from bench.server import CONVERTER, QUERIES
from bombsight.cli.server import actions, call_hierarchy, code_lenses, symbols
from bombsight.cli.server.documents import Document
from bombsight.cli.server.request_context import RequestContext
from bombsight.dsl.source import Source
from bombsight.service.language.offered_actions import ActionFinder
from bombsight.service.language.open_workspaces import OpenWorkspaces
from bombsight.service.language.stored_findings import StoredFinding
from tests.boundary.swelling import HOSTILE, swollen

SECONDS = 4
"""What a question may take here at most: twice what is promised, for machines that are slow or shared."""

Question = Callable[[RequestContext, types.Position], object]


def mends(asked: RequestContext, place: types.Position) -> list[types.CodeAction]:
    """What is offered where the cursor is: for twenty findings, and for all of the file."""
    source = asked.document.source
    known = [StoredFinding(finding, {asked.path: source}) for finding in asked.workspace.space.check_file(asked.path)]
    finder = ActionFinder(asked.workspace, asked.path, source)
    return [*actions.code_actions(finder, known[:20], known, asked.converter)]


ASKED: dict[str, Question] = {
    **QUERIES,
    "mends": mends,
    "lenses": lambda asked, place: code_lenses.code_lenses(asked, {}, shows_references=True),
    "callers": call_hierarchy.incoming_calls,
    "calls": call_hierarchy.outgoing_calls,
    "signature": call_hierarchy.signature_help,
    "links": lambda asked, place: symbols.document_links(asked),
    "selection": symbols.selection_range,
}


def answers(path: Path) -> int:
    """Ask all of a file, in its middle and at its last name, and say how long each took."""
    source = Source(str(path), path.read_text(encoding="utf-8"))
    spaces = OpenWorkspaces()
    spaces.set_text(path, source.text)
    spaces.check_file(path)
    room = spaces.workspace_of(path)
    assert room is not None
    room.space.lint_all()
    asked = RequestContext(Document(path.as_uri(), path, 1, source), room, CONVERTER, spaces.texts)
    taken: dict[str, float] = {}
    for offset in (len(source.text) // 2, len(source.text.rstrip()) - 1):
        place = CONVERTER.mapper.position_of(source, offset)
        for name, question in ASKED.items():
            begun = process_time()
            question(asked, place)
            taken[name] = max(taken.get(name, 0), process_time() - begun)
    begun = process_time()
    symbols.workspace_symbols(spaces, "a", CONVERTER)
    taken["names anywhere"] = process_time() - begun
    print(json.dumps(taken))
    return 0


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(HOSTILE.glob("*.rules")), ids=lambda path: path.stem)
def test_an_editor_gets_its_answers(tmp_path, path) -> None:
    hostile = tmp_path / "g.rules"
    hostile.write_text(swollen(path.read_text(encoding="utf-8")), encoding="utf-8")
    spent = measure_cost(lambda: answers(hostile), 60)
    assert spent.code == 0, spent.said
    taken = json.loads(spent.said.splitlines()[-1])
    print({name: round(seconds, 2) for name, seconds in taken.items() if seconds > 0.5})
    assert {name: seconds for name, seconds in taken.items() if seconds >= SECONDS} == {}
