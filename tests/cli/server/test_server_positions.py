"""Places as clients count them, texts as they change, files as they are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from bombsight.cli.server.documents import Document
from bombsight.cli.server.positions import UTF_8, UTF_16, UTF_32, PositionMapper
from bombsight.cli.server.uris import path_from_uri, uri_of
from bombsight.dsl.source import Source

ENCODINGS = {UTF_8: "utf-8", UTF_16: "utf-16-le", UTF_32: "utf-32-le"}
TEXTS = st.lists(st.sampled_from(["", "a", "bc", "ä", "😀", "x😀y", "\x0c", "\x85\u2028"])).map("\n".join)
RULERS = st.sampled_from([PositionMapper(encoding) for encoding in ENCODINGS])


@pytest.mark.parametrize(("encoding", "units"), [(UTF_8, 7), (UTF_16, 4), (UTF_32, 3)])
def test_a_column_counts_the_units_that_were_agreed_upon(encoding, units):
    source = Source("a", "é😀a b")
    assert PositionMapper(encoding).position_of(source, 3) == types.Position(0, units)
    assert PositionMapper(encoding).offset_of(source, types.Position(0, units)) == 3


@given(text=TEXTS, ruler=RULERS, data=st.data())
def test_a_place_there_and_back_is_the_same(text, ruler, data):
    source = Source("a", text)
    offset = data.draw(st.integers(0, len(text)))
    assert ruler.offset_of(source, ruler.position_of(source, offset)) == offset


@given(text=TEXTS, ruler=RULERS, line=st.integers(0, 9), column=st.integers(0, 9))
def test_places_that_there_are_not_become_the_nearest(text, ruler, line, column):
    source = Source("a", text)
    offset = ruler.offset_of(source, types.Position(line, column))
    assert 0 <= offset <= len(text)
    if line < len(source.line_starts):
        assert source.line_and_column(offset)[0] == line + 1


@given(text=TEXTS, typed=TEXTS, ruler=RULERS, data=st.data())
def test_a_change_of_a_stretch_comes_to_what_the_client_has(text, typed, ruler, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    source = Source("a", text)
    change = types.TextDocumentContentChangePartial(ruler.range_between(source, start, end), typed)
    document = Document("file:///a", Path("/a"), 1, source).with_changes([change], 2, ruler)
    assert document.source.text == text[:start] + typed + text[end:]
    assert document.version == 2


def test_changes_follow_one_another_and_line_ends_are_line_feeds():
    item = types.TextDocumentItem("file:///a", "bombsight", 1, "one\r\ntwo\rthree")
    document = Document.from_item(item, Path("/a"))
    assert document.source.text == "one\ntwo\nthree"
    insert = types.TextDocumentContentChangePartial(types.Range(types.Position(1, 0), types.Position(1, 0)), "\r\n")
    cut = types.TextDocumentContentChangePartial(types.Range(types.Position(0, 0), types.Position(1, 0)), "")
    assert document.with_changes([insert, cut], 2, PositionMapper()).source.text == "\ntwo\nthree"
    whole = types.TextDocumentContentChangeWholeDocument("new\r\n")
    assert document.with_changes([cut, whole], 2, PositionMapper()).source.text == "new\n"


@pytest.mark.parametrize("name", ["a.rules", "with space.rules", "Türme & Nächte #1 100%.rules", "😀.rules"])
def test_files_have_their_addresses_and_back(tmp_path, name):
    path = tmp_path / name
    assert path_from_uri(uri_of(path)) == path.resolve()


def test_an_address_is_read_however_it_is_written(tmp_path):
    assert path_from_uri("file://localhost/a%20b/c%C3%A4.rules") == Path("/a b/cä.rules")
    assert path_from_uri("untitled:Untitled-1") != path_from_uri("untitled:Untitled-2")
