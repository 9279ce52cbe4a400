"""The words of a file by what they are: every name has a token, in order, none within another."""

import re
from pathlib import Path

import pytest

from bombsight.service.language.name_lookup import symbol_index_of
from bombsight.service.language.tokens import TOKEN_KINDS, TOKEN_MODIFIERS, semantic_tokens
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE

FILES = sorted(LIGHTHOUSE.glob("*.rules"))


@pytest.fixture(scope="module")
def lighthouse():
    return Workspace.open(LIGHTHOUSE)


def told(space: Workspace, path: Path) -> list[tuple[str, str, tuple[str, ...]]]:
    text = space.source(path).text
    return [(text[each.span.start : each.span.end], each.kind, each.modifiers) for each in semantic_tokens(space, path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_word_has_a_token_and_none_is_within_another(lighthouse, path):
    found = semantic_tokens(lighthouse, path)
    text = lighthouse.source(path).text
    at = 0
    for each in found:
        assert each.kind in TOKEN_KINDS
        assert {*each.modifiers} <= {*TOKEN_MODIFIERS}
        assert each.span.line == each.span.end_line
        between = text[at : each.span.start]
        assert at <= each.span.start < each.span.end
        assert not re.search(r"\w", between), between
        at = each.span.end
    assert not re.search(r"\w", text[at:])


def test_names_are_told_by_what_they_mean(lighthouse):
    found = told(lighthouse, LIGHTHOUSE / "20-tables.rules")
    at = found.index(("Reef", "class", ("declaration",)))
    assert found[at - 1] == ("table", "keyword", ())
    said = {(text, kind, modifiers) for text, kind, modifiers in found}
    assert ("s", "parameter", ("declaration",)) in said
    assert ("trawler", "enumMember", ()) in said
    assert ("trawler", "function", ()) in said
    assert ("lamp", "decorator", ("declaration",)) in said
    assert ("lamp", "property", ()) in said
    assert ("new_moon", "property", ("readonly",)) in said
    assert ("2d6", "number", ()) in said
    assert ("# The four tables.", "comment", ()) in said


def test_a_name_within_a_text_stands_for_itself(lighthouse):
    found = told(lighthouse, LIGHTHOUSE / "10-night.rules")
    at = found.index(('"Hour {', "string", ()))
    assert found[at + 1 : at + 4] == [("now", "parameter", ()), ("}, {", "string", ()), ("sky", "property", ())]


def test_what_cannot_be_read_keeps_the_words_of_the_language(lighthouse):
    path = LIGHTHOUSE / "10-night.rules"
    space = lighthouse.copy_for_thread()
    text = space.source(path).text
    space.change_text(path, text.replace("define unwarned: 0..6 =", "define unwarned 0..6 ="))
    found = told(space, path)
    at = found.index(("define", "keyword", ()))
    assert found[at + 1][1] == "number"
    assert ("give_orders", "function", ("declaration",)) in found
    assert symbol_index_of(space).env is not None
