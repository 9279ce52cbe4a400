"""Whatever is asked, wherever the cursor is, whatever stands there: an answer, and never an error."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from bombsight.cli.server import (
    actions,
    call_hierarchy,
    code_lenses,
    completions,
    hover,
    inlay_hints,
    navigation,
    semantic_tokens,
    symbols,
    text_edits,
)
from bombsight.cli.server.documents import Document
from bombsight.cli.server.findings import ProtocolConverter
from bombsight.cli.server.positions import PositionMapper
from bombsight.cli.server.request_context import RequestContext
from bombsight.dsl.source import Source
from bombsight.service.language.offered_actions import ActionFinder
from bombsight.service.language.open_workspaces import OpenWorkspaces
from bombsight.service.language.stored_findings import StoredFinding
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

TELLING = ProtocolConverter(PositionMapper(), Path.as_uri)

AT_A_PLACE = (
    navigation.definition_locations,
    lambda asked, place: navigation.reference_locations(asked, place, True),
    navigation.document_highlights,
    completions.complete,
    navigation.prepare_rename,
    hover.hover_response,
    call_hierarchy.signature_help,
    call_hierarchy.prepare_call_hierarchy,
    call_hierarchy.incoming_calls,
    call_hierarchy.outgoing_calls,
    symbols.selection_range,
)
"""What is asked of a place."""

OF_A_FILE = (
    symbols.document_symbols,
    symbols.document_links,
    semantic_tokens.encode_tokens,
    lambda asked: code_lenses.code_lenses(asked, {}, shows_references=True),
    lambda asked: symbols.folding_ranges(asked.document.source),
    lambda asked: text_edits.format_document(asked.document.source, TELLING) or "as it is, or cannot be read",
    lambda asked: inlay_hints.hints_in_range(
        asked, types.Range(types.Position(0, 0), types.Position(99, 0)), lambda: False
    ),
)
"""What is asked of a whole file."""


def offered(about: RequestContext) -> Iterator[types.CodeAction]:
    """All that may be done about what is found in a file at once."""
    found = about.workspace.check_file(about.path)
    told = [StoredFinding(finding, found.sources) for finding in found.findings[about.path]]
    finder = ActionFinder(about.workspace, about.path, about.document.source)
    return actions.code_actions(finder, told, told, TELLING)


TEST = 'example "Fog"\n  given sky = fog\n  roll on Weather\n  roll Weather 5 5\n  expect result is gale\n'

TYPED = st.text(max_size=5) | st.sampled_from(["\n", "  ", '"', "(", "roll ", "-1 ", "\n  note x"])


@pytest.fixture(scope="module")
def spaces(tmp_path_factory):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path_factory.mktemp("every") / "lighthouse"))
    spaces = OpenWorkspaces()
    (folder / "tests").mkdir()
    (folder / "tests" / "fog.rules").write_text(TEST, encoding="utf-8")
    for name in ("20-tables.rules", "90-errata.rules", "tests/fog.rules"):
        spaces.set_text(folder / name, (folder / name).read_text(encoding="utf-8"))
    unwrap(spaces.workspace_of(folder / "20-tables.rules")).space.lint_all()
    return spaces


def asked(spaces: OpenWorkspaces, name: str) -> RequestContext:
    path = next(path for path in spaces.texts if path.name == name)
    return RequestContext(
        Document(path.as_uri(), path, 1, Source(str(path), spaces.texts[path])),
        unwrap(spaces.workspace_of(path)),
        TELLING,
        spaces.texts,
    )


@pytest.mark.parametrize(("name", "step"), [("20-tables.rules", 23), ("90-errata.rules", 13), ("fog.rules", 5)])
def test_every_question_has_an_answer_at_every_place(spaces, name, step):
    about = asked(spaces, name)
    source = about.document.source
    for offset in range(0, len(source.text) + 1, step):
        place = TELLING.mapper.position_of(source, offset)
        for question in AT_A_PLACE:
            question(about, place)
    for ask in OF_A_FILE:
        assert ask(about) is not None
    assert [*offered(about)] == []


@settings(max_examples=12)
@given(data=st.data())
def test_every_question_has_an_answer_whatever_is_typed(spaces, data):
    name = "20-tables.rules"
    path = next(path for path in spaces.texts if path.name == name)
    text = (LIGHTHOUSE / name).read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)), "start")
    typed = data.draw(TYPED, "typed")
    end = data.draw(st.integers(start, min(len(text), start + 40)), "end")
    spaces.set_text(path, text[:start] + typed.encode("utf-8", "replace").decode() + text[end:])
    spaces.check_file(path)
    if spaces.workspace_of(path) is not None:
        about = asked(spaces, name)
        place = TELLING.mapper.position_of(about.document.source, start)
        for question in AT_A_PLACE:
            question(about, place)
        for ask in OF_A_FILE:
            assert ask(about) is not None
        for action in offered(about):
            assert action.edit
    spaces.set_text(path, text)
