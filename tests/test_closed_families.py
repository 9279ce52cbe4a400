"""Closed families: a union names all classes that derive from a base, and who tells them apart knows them all."""

import ast as python
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest

from bombsight.compiler.coverage import recorder
from bombsight.compiler.edges import NODES_WITH_ID
from bombsight.compiler.graph import boards, examples, expressions, node, nodes, statements
from bombsight.compiler.graph.examples import Example
from bombsight.compiler.graph.relations import Derived
from bombsight.compiler.lower.dispatch import LOWERING_TABLE
from bombsight.compiler.mutants.conditions import OPPOSITE
from bombsight.compiler.mutants.numbers import OFF_BY_ONE_OPERATOR
from bombsight.compiler.resolve.mentions import NameKind
from bombsight.compiler.resolve.operators import MIRRORED_COMPARATORS
from bombsight.dsl import ast
from bombsight.flat import expressions as flat_expressions
from bombsight.flat import sites, types
from bombsight.flat import statements as flat_statements
from bombsight.runtime.events import views
from bombsight.service.language.tokens import TOKEN_KIND_OF_NAME
from bombsight.service.present.commands import Command

ROOT = Path(__file__).parent.parent

FAMILIES: dict[str, tuple[type, Any]] = {
    "lines of boards": (ast.BaseBoardLine, ast.BoardLine),
    "lines of examples": (ast.BaseExampleLine, ast.ExampleLine),
    "expressions": (ast.BaseExpr, ast.Expr),
    "items": (ast.BaseItem, ast.Item),
    "patches": (ast.BasePatch, ast.Patch),
    "statements": (ast.BaseStmt, ast.Stmt),
    "lines of tables": (ast.BaseTableLine, ast.TableLine),
    "type expressions": (ast.BaseTypeExpr, ast.TypeExpr),
    "rule graph: expressions": (expressions.BaseExpr, expressions.Expr),
    "rule graph: domains": (expressions.BaseDomain, expressions.Domain),
    "rule graph: statements": (statements.BaseStmt, statements.Stmt),
    "rule graph: layouts of boards": (boards.BaseLayout, boards.Layout),
    "rule graph: lines of examples": (examples.BaseExampleLine, examples.ExampleLine),
    "rule graph: top-level parts": (node.BaseNode, nodes.Node),
    "flat form: conditions": (flat_expressions.BaseCondition, flat_expressions.Condition),
    "flat form: expressions": (flat_expressions.BaseExpr, flat_expressions.Expr),
    "flat form: sources": (flat_expressions.BaseSource, flat_expressions.Source),
    "flat form: sites": (sites.BaseSite, sites.Site),
    "flat form: compound statements": (flat_statements.BaseCompound, flat_statements.Compound),
    "flat form: simple statements": (flat_statements.BaseSimple, flat_statements.Simple),
    "flat form: statements": (flat_statements.BaseStmt, flat_statements.Stmt),
    "types": (types.BaseType, types.Type),
    "types without words": (types.BaseWordless, types.Wordless),
    "events": (views.BaseView, views.View),
}


def derived(base: type) -> dict[str, type]:
    """All classes that derive from one by their names, not it itself, nor the bases of families within the family.

    A class with slots is made twice; the first, without its attributes, may still be about.
    """
    found: dict[str, type] = {}
    cls: type
    for cls in base.__subclasses__():
        if cls.__module__.startswith("bombsight."):  # another test may have its own
            own: dict[str, type] = {} if cls.__name__.startswith("Base") else {cls.__name__: cls}
            found |= own | derived(cls)
    return found


@pytest.mark.parametrize(("base", "union"), FAMILIES.values(), ids=FAMILIES)
def test_a_union_has_every_class(base, union):
    assert sorted(cls.__name__ for cls in get_args(union)) == sorted(derived(base))


@pytest.mark.parametrize(
    ("table", "union"),
    [
        (LOWERING_TABLE.values, expressions.Expr),
        (LOWERING_TABLE.sources, expressions.Domain),
        (LOWERING_TABLE.statements, statements.Stmt),
        (recorder.KINDS, recorder.SpotKind),
        (TOKEN_KIND_OF_NAME, NameKind),
        (MIRRORED_COMPARATORS, ast.Comparator),
        (OFF_BY_ONE_OPERATOR, ast.Comparator),
        (OPPOSITE, ast.Comparator),
    ],
    ids=[
        *("lowering expressions", "lowering domains", "lowering statements", "kinds of covered places"),
        *("tokens of kinds", "mirrored comparisons", "next comparisons", "opposite comparisons"),
    ],
)
def test_a_table_has_every_member(table, union):
    assert table.keys() == set(get_args(union))


def test_parts_of_items_are_all_that_have_an_id_of_their_own():
    kinds = {kind for module in (statements, nodes) for kind in vars(module).values() if isinstance(kind, type)}
    items = {nodes.Game, nodes.Field, nodes.StateList, nodes.Table, Example}
    assert set(NODES_WITH_ID) == {
        kind for kind in kinds if attrs.has(kind) and "id" in attrs.fields_dict(kind)
    } - items - {Derived}


# --- matches

UNIONS = [*(union for _, union in FAMILIES.values()), Command]
"""Closed families, those without a base among them."""

MEMBERS = {kind.__name__ for union in UNIONS for kind in get_args(union)}
"""The names of all classes that belong to one."""

FOLDERS = ("boundary", "dsl", "flat", "compiler", "backends", "runtime", "service", "cli", "editors", "web", "tests")


def matches() -> Iterator[tuple[str, python.Match, list[str]]]:
    """Each ``match`` of the program and its tests with its place and the lines of its file."""
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        if "node_modules" not in path.parts:
            text = path.read_text(encoding="utf-8")
            for node_ in python.walk(python.parse(text)):
                if isinstance(node_, python.Match):
                    yield f"{path.relative_to(ROOT)}:{node_.lineno}", node_, text.splitlines()


def class_names(match: python.Match) -> set[str]:
    """The last names of the classes whose patterns stand in a ``match``: ``Number`` of ``case ast.Number():``."""
    patterns = (part for case in match.cases for part in python.walk(case.pattern))
    return {python.unparse(part.cls).rpartition(".")[2] for part in patterns if isinstance(part, python.MatchClass)}


def takes_anything(case: python.match_case) -> bool:
    """Whether a case is a wildcard, or a bare name, without a guard."""
    return isinstance(case.pattern, python.MatchAs) and case.pattern.pattern is None and case.guard is None


def has_silent_rest(match: python.Match, lines: list[str]) -> bool:
    """Whether a ``match`` takes anything at its end without a word."""
    last = match.cases[-1]
    if not takes_anything(last):
        return False  # mypy holds that it lists all there are
    head = " ".join(lines[last.pattern.lineno - 1 : last.body[0].lineno])
    return "# the rest: " not in head and "assert_never(" not in python.unparse(last.body[-1])


def test_a_match_over_a_family_is_exhaustive_or_names_its_rest():
    """It ends in ``assert_never``, or a comment ``# the rest: ...`` says why the wildcard is right for any case."""
    found = [*matches()]
    over_families = [(place, match, lines) for place, match, lines in found if class_names(match) & MEMBERS]
    assert len(over_families) > 200
    assert [place for place, match, lines in over_families if has_silent_rest(match, lines)] == []


@pytest.mark.parametrize(
    ("last", "silent"),
    [
        ("case _:\n  return 1", True),
        ("case other:\n  return other", True),
        ("case _:  # the rest: has none\n  return 1", False),
        ("case _:\n  assert_never(x)", False),
        ("case Text():\n  return 1", False),
    ],
)
def test_a_silent_rest_is_noticed(last, silent):
    text = "match x:\n case Number():\n  return 0\n " + last.replace("\n", "\n ")
    (match,) = (part for part in python.walk(python.parse(text)) if isinstance(part, python.Match))
    assert has_silent_rest(match, text.splitlines()) is silent
