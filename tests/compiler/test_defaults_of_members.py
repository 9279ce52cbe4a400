"""Defaults that go through members: worked out before any run, up to a bound."""

from __future__ import annotations

import pytest

from bombsight.boundary.budget import Allowance
from bombsight.boundary.errors import InputError
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.flat.types import NONE

RULES = """\
game g "G"
  sources optional

option o "O" from 1..3 = 2

enum E
  | e  | k: 0..9 | j: 0..9 or none |
  | e0 | 3       | none            |
  | e1 | 4       | 2               |
  | e2 | 5       | 1               |

state mission
  FIELD

procedure mission
  say "x"
"""


def defaults(field: str, allowance: Allowance | None = None) -> list[int]:
    """What the slots of a field hold as a game begins; none of these rules is found wrong."""
    found = compile_rules(Request(base=(Source("g.rules", RULES.replace("FIELD", field)),)), proofs=False)
    assert not found.errors
    assert found.graph is not None
    program = lower(found.graph, allowance=allowance)
    (slots,) = program.fields
    return [*program.defaults[slots.base : slots.base + slots.size]]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("n: 0..9 = count(x in E where x is not e1)", [2]),
        ("f[a: E]: 0..9 = count(x in E where x.k > a.k)", [2, 1, 0]),
        ("f[a: E]: yes/no = any(x in E where x.k > a.k)", [1, 1, 0]),
        ("n: E or none = first(x in E where x.k > 3)", [1]),
        ("n: E or none = first(x in E where x.k > 8)", [NONE]),
        ("f[a: E]: 0..99 = sum(x.k for x in E where x is not a)", [9, 8, 7]),
        ("n: 0..99 = sum(x.j or else 7 for x in E)", [10]),
        ("n: 0..9 = count(x in E where count(y in E where y.k < x.k) > 0)", [2]),
        ("n: 0..9 = count(x in {e0, e2} where x.k > 3)", [1]),
        ("n: 0..9 = count(i in 1..3 where i <= option o)", [2]),
    ],
)
def test_a_default_may_go_through_members(field: str, expected: list[int]) -> None:
    assert defaults(field) == expected


def test_a_default_that_goes_through_too_many_is_told_with_its_place() -> None:
    dear = "n: 0..100000 = count(i in 1..100000 where count(k in 1..100 where k < i) > 3)"
    with pytest.raises(InputError, match="the default of n takes too long") as caught:
        defaults(dear)
    assert caught.value.place.startswith("g.rules:13:")
    some = "n: 0..100000 = count(i in 1..300 where count(k in 1..300 where k < i) > 298)"
    assert defaults(some, Allowance(raised=2)) == [1]


def test_a_default_reads_no_list() -> None:
    fields = "cs: list of C at most 3\n  n: 0..9 = count(c in cs)"
    rules = RULES.replace("FIELD", fields) + "\nrecord C\n  n: 0..9 = 0\n"
    found = compile_rules(Request(base=(Source("g.rules", rules),)), proofs=False)
    assert [error.code for error in found.errors] == ["P007"]
