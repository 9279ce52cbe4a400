"""Choices and answers of one name in a procedure are named with a number, that of their stable name."""

from __future__ import annotations

import pytest

from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.source import Source
from tests.narrowing import unwrap

GAME = """\
game post "The Post"
  sources optional

enum Letter: near, far

state mission
  sent "Sent": 0..99 = 0

procedure mission "A day"
  choose act
    ask "First"
    answer go "Go"
      choose k from Letter
        ask "Which, inside"
      add 1 to sent
    answer rest "Rest"
      nothing
  choose k from Letter
    ask "Which"
    prefer 1
  choose other
    ask "Then"
    answer rest "Rest" prefer 1
      nothing
    answer go "Go" prefer 1
      add 1 to sent
"""


def compile_with(*edits: str) -> Compilation:
    lines = "".join(f"      {edit}\n" for edit in edits)
    text = f'house mine "Mine" for post\n  1 "One"\n    in procedure mission\n{lines}'
    return compile_rules(Request(base=(Source("post.rules", GAME),), house=(Source("mine.rules", text),)))


def scores_with(*edits: str) -> dict[str, tuple[bool, ...]]:
    """Which choices have a score, and which answers of a choice have one, by the choices' stable names."""
    compilation = compile_with(*edits)
    assert not compilation.errors
    found: dict[str, tuple[bool, ...]] = {}
    for node in walk(unwrap(compilation.graph)):
        match node:
            case g.Choose():
                found[node.id] = (node.prefer is not None,)
            case g.ChooseBranch():
                found[node.id] = tuple(branch.prefer is not None for branch in node.branches)
            case _:  # the rest: nothing that is chosen
                pass
    return found


def test_a_number_names_one_of_several_choices():
    found = scores_with(
        "add to k~1 prefer 2", 'add to k~2 beside "Sent {sent}"', "was answer k~2 prefer 1", "now answer k~2 prefer 3"
    )

    assert found["choice:mission/k"] == found["choice:mission/k~2"] == (True,)


def test_a_score_is_removed_from_the_choice_that_has_it():
    assert scores_with("remove answer k~2 prefer 1")["choice:mission/k~2"] == (False,)
    assert [each.code for each in compile_with("remove answer k~1 prefer 1").errors] == ["O001"]


def test_a_number_names_one_of_several_answers():
    found = scores_with("add to rest~1 prefer 2", "add to go~1 prefer 2", "remove answer go~2 prefer 1")

    assert found["choice:mission/act"] == (True, True)
    assert found["choice:mission/other"] == (True, False)


@pytest.mark.parametrize(
    ("edit", "code", "advice"),
    [
        ('add to k beside "One"', "O002", "Name one of them: k~1 or k~2."),
        ("add to rest prefer 2", "O002", "Name one of them: rest~1 or rest~2."),
        ('add to k~3 beside "One"', "O009", "k~2"),
    ],
)
def test_what_names_several_or_none_is_told_how_to_name_one(edit, code, advice):
    (found,) = compile_with(edit).errors

    assert found.code == code
    assert advice in unwrap(found.help)
