"""No file of tables ends in anything but rules or a sentence, and none takes more than its length allows."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.dsl.parser import parse_cached
from bombsight.dsl.source import Source
from bombsight.service.importing.html_tags import tame_html
from bombsight.service.importing.reading import interpret_source, read_source_content
from bombsight.service.importing.row_texts import read_row_text
from bombsight.service.importing.rules_writer import write_rules
from fuzz.mutation import mutate_bytes, mutate_json, mutate_text
from fuzz.tables import TABLE_FILES

LONG = 60_000


def import_content(name: str, content: bytes) -> int:
    """Import a file's content: the number of its tables, none if it is refused; what is written can be read."""
    try:
        source = interpret_source(read_source_content(content, name, "Woods"))
    except InputError:
        return 0
    written = write_rules([source], mission=True)
    for file in written.files:
        readings = parse_cached(Source(file.name, file.text)).pieces.values()
        assert [finding for reading in readings for finding in reading.diagnostics] == []
    return len(source.tables)


def mutated(name: str, seed: int) -> bytes:
    """The file of a format, changed at random."""
    random = Random(seed)
    draw = random.random()
    if name.endswith(".json") and draw < 0.6:
        return mutate_json(random, TABLE_FILES[name]).encode("utf-8", "surrogatepass")
    if draw < 0.85:
        return mutate_text(random, TABLE_FILES[name]).encode("utf-8", "surrogatepass")
    return mutate_bytes(random, TABLE_FILES[name].encode())


@given(st.sampled_from(sorted(TABLE_FILES)), st.integers(0, 10**9))
def test_a_changed_file_becomes_rules_or_is_refused(name, seed):
    assert import_content(name, mutated(name, seed)) >= 0


@given(st.sampled_from(["t.csv", "t.tsv", "t.txt", "t.md", "t.html", "t.json", "t.yaml", "t.db"]), st.text())
def test_any_text_becomes_rules_or_is_refused(name, text):
    assert import_content(name, text.encode("utf-8", "surrogatepass")) >= 0


@given(st.text(alphabet="roll twice on @[]{}()1d6+:/ab\n"))
def test_any_text_is_a_row(text):
    assert read_row_text(text).again >= 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.html", "<" * LONG),
        ("t.html", "<!--" * LONG),
        ("t.html", "<a " * LONG),
        ("t.html", "<script>" + "</" * LONG),
        ("t.html", "<table>" + "<tr><td rowspan=1000 colspan=150>a" * 2000),
        ("t.md", "[" * LONG),
        ("t.md", "> " * LONG),
        ("t.md", "|" * LONG + "\n|-|\n"),
        ("t.csv", '"' * LONG),
        ("t.csv", 'd6,a\n1,"' + "[a](" * LONG + '"\n'),
        ("t.csv", 'd6,a\n1,"' + "roll on " * LONG + '"\n'),
        ("t.json", "[" * LONG),
        ("t.dmn", "<a>" * LONG),
        pytest.param("t.yaml", "[" * 3_000, marks=pytest.mark.slow),
        ("t.yaml", "a: &a\n  <<: *a\n"),
    ],
)
def test_nothing_takes_long(name, text):
    assert import_content(name, text.encode()) in (0, 1, 2)


def test_aliases_that_multiply_are_refused():
    pytest.importorskip("ruamel.yaml")
    letters = "bcdefghijklmn"
    lists = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join(['*' + chr(ord(name) - 1)] * 9)}]\n" for name in letters
    )
    merged = "a: &a {x: 1}\n" + "".join(
        f"{name}: &{name} {{<<: [{', '.join(['*' + chr(ord(name) - 1)] * 9)}]}}\n" for name in letters
    )
    for text in (lists, merged):
        with pytest.raises(InputError, match="too many values"):
            read_source_content(text.encode(), "t.yaml", "Woods")


def test_html_keeps_tags_that_are_closed():
    text = "a<b>c</b><!-- d --><?e?><script>f</script>g < h <i"
    assert tame_html(text) == "a<b>c</b></script>g &lt; h &lt;i"
