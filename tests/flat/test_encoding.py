"""A program comes back from its document as it was, or not at all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from bombsight.flat import encoding
from bombsight.flat.check import check_program
from bombsight.flat.encoding import code_digest, dump_program, from_json, load_program, to_json
from tests.flat.lowered import FILES, program
from tests.narrowing import spy, unwrap


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_program_comes_back(file) -> None:
    whole = program(file)

    assert from_json(to_json(whole)) == whole
    assert load_program(dump_program(whole)) == whole
    assert check_program(unwrap(load_program(dump_program(whole)))) == ()


def test_sites_and_functions_are_read_when_they_are_asked_for(monkeypatch) -> None:
    whole = program(FILES[0])
    asked: list[Any] = []
    monkeypatch.setattr(encoding, "decode_line", spy(encoding.decode_line, asked))
    found = unwrap(load_program(dump_program(whole)))

    assert not asked
    assert found.sites[3] is found.sites[3]
    assert len(asked) == 1
    assert found.sites[-1] == whole.sites[-1]
    assert found.functions[1:3] == whole.functions[1:3]
    with pytest.raises(IndexError):
        found.sites[len(whole.sites)]


def test_the_digest_is_that_of_the_code_alone() -> None:
    whole = program(FILES[0])
    first, *others = whole.functions

    assert code_digest(evolve(whole, about=("Another word.",), sites=())) == whole.digest
    assert code_digest(evolve(whole, functions=(evolve(first, results=7), *others))) != whole.digest


@pytest.mark.parametrize(
    "change", [{"version": 0}, {"lowering": 0}, {"program": 3}, {"program": {"is": "Num"}}], ids=str
)
def test_other_documents_are_no_program(change) -> None:
    document = json.loads(to_json(program(FILES[0]))) | change

    assert from_json(json.dumps(document)) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", to_json(program(FILES[0]))[:-9], "[" * 100_000])
def test_damaged_texts_are_no_program(text) -> None:
    assert from_json(text) is None


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"3", b"[5,1,0,[9,9,9],{}]", dump_program(program(FILES[0]))[:-9]]
)
def test_damaged_files_are_no_program(content) -> None:
    assert load_program(content) is None
