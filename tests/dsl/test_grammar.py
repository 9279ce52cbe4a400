import os
import stat
from functools import cache

import pytest
from lark import Tree

from bombsight.dsl import builder, grammar
from bombsight.dsl.caches import CACHE_VARIABLE, cache_folder
from bombsight.dsl.failure import try_parse
from bombsight.dsl.pieces import split_items
from bombsight.dsl.reserved import ONLY_IN_PHRASES, PATTERNS, RESERVED
from bombsight.dsl.words import GROUPS, TERMINAL_DESCRIPTIONS, contextual_words, language_words, spellings
from tests.dsl.reading import SAMPLES, codes, sample


@cache
def parser():
    return grammar.make_lark()


def rules_of(lark):
    return {str(rule.alias or rule.origin.name) for rule in lark.rules}


def inlined():
    return {str(rule.origin.name) for rule in parser().rules if rule.options.expand1 and not rule.alias}


def test_the_grammar_has_no_conflict():
    assert grammar.make_lark(strict=True)
    assert grammar.make_lark(strict=True, holes=True)


def test_the_samples_hold_every_rule_of_the_grammar():
    seen = set()
    for path in SAMPLES:
        for piece in split_items(sample(path).text).pieces:
            tree = try_parse(piece.code)
            assert isinstance(tree, Tree), piece.text
            seen |= {str(node.data) for node in tree.iter_subtrees()}
    assert not {rule for rule in rules_of(parser()) - inlined() - seen if not rule.startswith("__")}


def test_every_rule_has_its_builder():
    kept = {rule.rstrip("_") for rule in rules_of(grammar.item_parser()) - inlined() if not rule.startswith("__")} - {
        "start",
        "hole",
    }
    assert kept <= {name.removeprefix("n_") for name in dir(builder.Builder) if name.startswith("n_")}


def test_every_terminal_can_be_said_in_words():
    ignored = {"COMMENT", "__IGNORE_0"}
    named = spellings().keys() | TERMINAL_DESCRIPTIONS.keys()
    terminals = {terminal.name for terminal in parser().terminals}
    assert terminals - ignored <= named
    assert {terminal for *_, group in GROUPS for terminal in group.split()} <= named


def test_words_of_the_language():
    assert {"table", "after", "printed", "subrow", "where", "rounded"} <= language_words()


@pytest.mark.parametrize(
    "line", ["set x total", "add 1 total", "set x to3", "repeat 2times", "if a andb", "if 1d6x > 2", "let n = 2x"]
)
def test_words_stand_apart(line):
    assert codes(f"procedure p\n  {line}\n    nothing\n") != []


@pytest.mark.parametrize("text", ["enum A: \u0663\n", "define n: 0..1 = 1\u0663\n"])
def test_digits_are_plain(text):
    assert codes(text) != []


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "new" / "cache"))
    return tmp_path / "new" / "cache"


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A grammar whose tables are worked out at once: how they are kept is the same of any."""
    path = tmp_path / "small.lark"
    monkeypatch.setattr(grammar, "GRAMMAR", path)
    path.write_text('start: "enum" NAME ":" NAME _NL\nNAME: /[a-zA-Z]+/\n_NL: /\\n/\n%ignore " "\n')
    monkeypatch.setattr(grammar, "HOLES_GRAMMAR", tmp_path / "holes.lark")
    grammar.HOLES_GRAMMAR.write_text("%declare _INDENT _DEDENT\n")


def fresh():
    return grammar.item_parser.__wrapped__().parse("enum A: a\n")


def identity(file):
    return file.stat().st_ino


def test_the_tables_are_kept_between_runs(folder):
    first = fresh()
    kept = {file: identity(file) for file in folder.iterdir()}
    assert fresh() == first
    assert {file: identity(file) for file in folder.iterdir()} == kept


@pytest.mark.parametrize("damage", [b"", b"not a cache", None])
def test_a_damaged_cache_is_made_anew(small, folder, damage):
    first = fresh()
    for kept in folder.iterdir():
        whole = kept.read_bytes()
        kept.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert fresh() == first
    made = {file: identity(file) for file in folder.iterdir()}
    assert fresh() == first
    assert {file: identity(file) for file in folder.iterdir()} == made


def test_an_unwritable_cache_is_passed_over(small, folder):
    folder.parent.mkdir()
    folder.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    assert fresh()
    folder.parent.chmod(stat.S_IRWXU)


def test_a_file_where_the_folder_should_be_is_passed_over(small, folder):
    folder.parent.mkdir()
    folder.write_text("in the way")
    assert fresh()


def test_the_cache_follows_the_users_folders(monkeypatch):
    monkeypatch.delenv(CACHE_VARIABLE, raising=False)
    assert "bombsight" in os.fspath(cache_folder())


def test_the_words_of_the_grammar_are_those_that_always_were_and_contextual_ones():
    assert language_words() == RESERVED | ONLY_IN_PHRASES | contextual_words()
    assert not contextual_words() & (RESERVED | ONLY_IN_PHRASES)
    assert spellings().keys() >= PATTERNS
