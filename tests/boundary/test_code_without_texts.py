"""No text of a stranger's rules becomes code: whatever titles, prompts and lines say, code holds names alone."""

import ast
import io
import re
import tokenize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bombsight.backends.python.load import instantiate
from bombsight.backends.python.names import check_identifier, render_comment
from bombsight.backends.python.source import render_program
from bombsight.backends.wasm.emit import build_module
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.flat.program import Program
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.run.play import start_machine

GAME = """\
game any "{0}"
  sources optional
  about "{0}"

enum Sky: clear "{0}", dark "{0}"

state mission
  sky "{0}": Sky = clear
  n "{0}": 0..9 = 1

table T "{0}" printed
  gives 0..9
  when sky is dark
    return 3
  roll 1d6
  +1 wind when n > 3 cite "{0}"
  ..3: 1
  4..: 2

define depth: 0..9 = n cite "{0}"

procedure mission "{0}" cite "{0}"
  step begin "{0}"
    say "{0}"
  roll on T
  choose way
    ask "{0}"
    answer left "{0}"
      set n to 2
    answer right "{0}"
      set n to depth
  choose other from Sky
    ask "{0}"
  set sky to other
"""
"""A game that has a text wherever one may stand; texts that the language would read are no matter here."""

TEXTS = st.text(st.characters(exclude_characters='"\n'), max_size=40).filter(lambda text: "{" not in text and text)

WORD = re.compile(r"[A-Za-z0-9_:. +-]*")


def program_of(text: str, file: str = "any.rules") -> Program | None:
    """The game with a text in each place; None where the grammar takes no such text."""
    compiled = compile_rules(Request(base=(Source(file, GAME.format(text)),)), proofs=False)
    return None if compiled.errors or compiled.graph is None else lower(compiled.graph)


@pytest.fixture(scope="module")
def usual() -> Program:
    """The game with a text like others."""
    found = program_of("A night")
    assert found is not None
    return found


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(TEXTS)
@example(r"The \x night")
@example(r"C:\users \N{BULLET} \u12 \777")
@example("'''" + r"\""[:1])
@example("quoth\rimport os")
@example("form\x0cfeed\x85next\u2028line")
@example("# -*- coding: utf-7 -*-")
def test_any_text_leaves_the_code_as_it_is(usual: Program, text: str) -> None:
    program = program_of(text)
    if program is None:
        return

    for traced in (False, True):
        assert render_program(program, traced=traced) == render_program(usual, traced=traced)
        assert (
            build_module(program, traced=traced).binary_with_names
            == build_module(usual, traced=traced).binary_with_names
        )


def test_a_title_with_a_backslash_is_played() -> None:
    program = program_of(r"The \x night")
    assert program is not None
    machine = instantiate(program, SeededDice(1).roll, lambda *_: 0)
    start_machine(machine)
    machine.call(program.mission)


@pytest.mark.parametrize("file", ["a\nimport os\n.rules", "a\rimport os.rules", "a\u2028b\\x.rules", "'''.rules"])
def test_a_files_name_leaves_the_code_as_it_is(usual: Program, file: str) -> None:
    program = program_of("A night", file)
    assert program is not None

    assert ast.dump(ast.parse(render_program(program, traced=True))) == ast.dump(
        ast.parse(render_program(usual, traced=True))
    )


def test_generated_python_holds_names_alone(usual: Program) -> None:
    for traced in (False, True):
        printed = render_program(usual, traced=traced)
        tree = ast.parse(printed)
        texts = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        comments = [
            token.string
            for token in tokenize.generate_tokens(io.StringIO(printed).readline)
            if token.type == tokenize.COMMENT
        ]

        assert "A night" not in printed
        assert "do:mission" in texts
        documented, *others = texts
        assert documented == ast.get_docstring(tree)
        assert all(WORD.fullmatch(text) or text == "{index} is no answer at site {site}" for text in others), others
        assert comments
        assert all(found == render_comment(found[1:].strip()).lstrip() for found in comments)


def test_a_remark_ends_where_it_is_no_longer_of_names() -> None:
    assert render_comment('table Sky "The sky \\x"  10-sky.rules:3:1') == "  # table Sky  10-sky.rules:3:1"
    assert render_comment("when n > 3\rimport os") == "  # when n > 3"
    assert render_comment('"A title') == render_comment("") == ""


@pytest.mark.parametrize("key", ["", "do:a b", 'do:a"', "do:a\n", "do:\u00e4", "\\x41", "a:"])
def test_a_key_that_is_no_name_becomes_no_code(key: str) -> None:
    with pytest.raises(ValueError, match="is no name"):
        check_identifier(key)
