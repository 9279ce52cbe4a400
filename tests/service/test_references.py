"""Who refers to whom, and what finding it out costs."""

from __future__ import annotations

import pytest

from bombsight.compiler.edges import walk_with_owners
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.service.lookup import references
from bombsight.service.lookup.references import ReferenceIndex

MANY = 50


def rules(many: int) -> str:
    """A mission that rolls twice on each of so many tables."""
    tables = "".join(f'\ntable T{at} "T"\n  gives 0..9\n  roll 1d6\n  ..3: 1\n  4..: 2\n' for at in range(many))
    rolls = "".join(f"  let x{at} = roll on T{at}\n  let y{at} = roll on T{at}\n" for at in range(many))
    return f'game g "G"\n  sources optional\n{tables}\nprocedure mission\n{rolls}'


def test_an_item_is_looked_through_once_however_much_it_refers_to(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    inside = walk_with_owners

    def counting(id_: str, item: object):
        looked.append(id_)
        return inside(id_, item)

    graph = compile_rules(Request(base=(Source("g.rules", rules(MANY)),)), proofs=False).graph
    assert graph is not None
    monkeypatch.setattr(references, "walk_with_owners", counting)
    found = ReferenceIndex(graph)
    for at in range(MANY):
        (reference,) = found.references_to([f"table:T{at}"], ["rolls-on"])
        assert (reference.kind, reference.name) == ("procedure", "mission")
        assert [place.line - reference.places[0].line for place in reference.places] == [0, 1]
    assert looked.count("procedure:mission") <= 2
