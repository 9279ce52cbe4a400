"""The words in groups, and the files for editors that are made of them."""

from __future__ import annotations

import re

import pytest

from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.dsl.tables import language_tables
from bombsight.dsl.words import item_words, language_words, reserved_words
from bombsight.service.highlighting.textmate import tokenize
from editors.__main__ import FOLDER, render_files
from editors.names import ITEM_NAME_KINDS, KEYWORD_NAME_KINDS, name_kinds_of_items
from editors.textmate import GROUP_SCOPES, NAME_SCOPES, build_grammar
from editors.vim import NAME_GROUPS as VIM_KINDS
from editors.words import (
    FUNCTION_WORDS,
    LAYOUT_TERMINALS,
    WORD_GROUPS,
    first_words,
    phrase_patterns,
    terminals_after,
    unconditional_words,
    word_contexts,
    words_by_group,
)
from tests.narrowing import unwrap

VSCODE = FOLDER / "vscode"
SAMPLE = VSCODE / "test" / "sample.rules"


def test_every_word_is_in_one_group():
    assert sorted(word for found in words_by_group().values() for word in found) == sorted(language_words())
    assert {*words_by_group()} == {*WORD_GROUPS} == {*GROUP_SCOPES}
    assert all(words_by_group().values())


def test_groups_are_what_they_say():
    some = {"origin": "cite", "item": "table", "constant": "none", "statement": "roll", "operator": "is"}
    some |= {"function": "count", "line": "gives", "joining": "times"}
    assert {group: word for group, word in some.items() if word in words_by_group()[group]} == some


def test_every_word_is_found_alone_in_a_place_or_in_a_phrase():
    placed = {word for place in word_contexts() for word in place.words}
    joined = " ".join(re.sub(r"\W+", " ", pattern) for _, pattern in phrase_patterns()).split()
    assert language_words() - unconditional_words() - placed - {*joined} - FUNCTION_WORDS - item_words() == set()
    assert placed - {"variant"} <= language_words() - reserved_words()


def test_a_word_that_may_be_a_name_is_one_of_the_language_only_in_its_place():
    turned = next(place for place in word_contexts() if place.words == ("turned",))
    assert turned.before == ("NAME",)
    assert "line" in turned.behind
    assert "=" not in turned.behind


def test_names_stand_where_an_editor_looks_for_them():
    assert {*ITEM_NAME_KINDS} <= item_words()
    assert {"chapter", "example", "explain", "modifier", "primer"} == item_words() - name_kinds_of_items().keys()
    assert {*KEYWORD_NAME_KINDS.values(), *name_kinds_of_items().values()} == {*NAME_SCOPES} == {*VIM_KINDS}
    for said in KEYWORD_NAME_KINDS:
        last = said.split()[-1]
        terminals = {name for name in language_tables().terminals if last in first_words((name,))} | phrase(said)
        assert any({"NAME", "ID"} & terminals_after(name) for name in terminals), said


def phrase(said: str) -> set[str]:
    """The terminals that some words are written for together."""
    return {name for name, pattern in language_tables().terminals.items() if re.fullmatch(pattern, said)}


def test_the_files_are_those_that_the_grammar_gives():
    for path, text in render_files().items():
        assert path.read_text(encoding="utf-8") == text, "the language has changed: python -m editors"


def patterns(rule: object):
    if isinstance(rule, dict):
        yield from (rule[key] for key in ("match", "begin", "end") if key in rule)
        rule = [*rule.values()]
    if isinstance(rule, list):
        for part in rule:
            yield from patterns(part)


def test_patterns_are_sound_and_parts_are_there():
    found = [*patterns(build_grammar())]
    assert len(found) > 50
    for pattern in found:
        re.compile(pattern)
    text = str(build_grammar())
    assert {*re.findall(r"'#(\w+)'", text)} == {*build_grammar()["repository"]}


# --- what the patterns make of a sample; the editor's own engine wrote it down (`npm run snap`)


def test_the_sample_can_be_read_and_has_every_word():
    text = SAMPLE.read_text(encoding="utf-8")
    assert parse(Source(SAMPLE.name, text)).diagnostics == ()
    assert language_words() - {*re.findall("[a-z]+", text)} == set()


def snapshot() -> list[tuple[str, list[tuple[str, ...]]]]:
    """Each line of the sample, and for each of its characters what VS Code's engine calls it."""
    found: list[tuple[str, list[tuple[str, ...]]]] = []
    for said in SAMPLE.with_name("sample.rules.snap").read_text(encoding="utf-8").splitlines():
        if said.startswith(">"):
            found.append((said[1:], [()] * (len(said) - 1)))
            continue
        marks, scopes = unwrap(re.fullmatch(r"#([ ^]*\^) (.*)", said)).groups()
        start, end = marks.index("^"), min(len(marks), len(found[-1][0]))  # some go on to the line's end
        found[-1][1][start:end] = [tuple(scopes.split())] * (end - start)
    return found


def test_the_sample_is_coloured_as_by_the_engine_of_an_editor():
    text = SAMPLE.read_text(encoding="utf-8")
    ours: list[tuple[str, list[tuple[str, ...]]]] = [(line, [()] * len(line)) for line in text.splitlines()]
    for token in tokenize(text):
        ours[token.line][1][token.start : token.end] = [token.scopes] * (token.end - token.start)
    assert [line for line, _ in snapshot()][: len(ours)] == [line for line, _ in ours]
    for (line, scopes), (_, others) in zip(ours, snapshot(), strict=False):
        assert scopes == others, f"{line}\nis it meant so? npm run snap"


def test_the_snapshot_has_every_word_in_its_colour():
    met: dict[str, set[str]] = {}
    for line, scopes in snapshot():
        for found in re.finditer("[a-z]+", line):
            met.setdefault(found[0], set()).add(scopes[found.start()][-1].removesuffix(".bombsight"))
    for group, words in words_by_group().items():
        for word in words:
            told = met[word] & {GROUP_SCOPES[group], GROUP_SCOPES["line"], GROUP_SCOPES[group_of_phrase(word)]}
            assert told, (word, met[word])


def group_of_phrase(word: str) -> str:
    """The group of a phrase that has a word, or of words within a line."""
    return next((group for group, pattern in phrase_patterns() if re.search(rf"\b{word}\b", pattern)), "joining")


@pytest.mark.parametrize("terminal", sorted(LAYOUT_TERMINALS))
def test_the_terminals_of_blocks_are_the_grammars(terminal):
    assert terminals_after(terminal)
