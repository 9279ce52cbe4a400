"""Each item is resolved by itself, from its own text and the interface of the names it asks for."""

import sys
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from bombsight.boundary.codec.encoding import encode
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.overlays import amend
from bombsight.compiler.resolve.codes import SEVERITIES
from bombsight.compiler.resolve.declare import build_symbol_table
from bombsight.compiler.resolve.environment import Context, Env
from bombsight.compiler.resolve.program import (
    build_environment,
    build_graph,
    number_examples,
    resolve_item,
    resolve_program,
)
from bombsight.compiler.resolve.resolution import ResolvedItem
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.compiler.serialize.graph_form import GRAPH_FORM
from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from tests.examples import EXAMPLES
from tests.processes import run_process

ROOT = Path(__file__).parents[3]
PROGRAMS = {
    "lighthouse": EXAMPLES / "lighthouse",
    "game": min((path for path in (ROOT / "games").iterdir() if path.is_dir()), key=lambda path: path.name),
}
BY_NAME = (
    *("enums", "owners", "holders", "records", "fields", "lists", "options"),
    *("defines", "procedures", "tables", "rows", "shared", "declared"),
)


def program(files: tuple[Source, ...]) -> tuple[list[ast.Item], Env]:
    """The items of a program as amended by its errata, and their environment."""
    sources = {source.path: source for source in files}
    items = [item for source in files for item in parse(source).file.items]
    overlays = [item for item in items if isinstance(item, ast.Overlay) and item.kind == "errata"]
    base = [item for item in items if not isinstance(item, ast.Overlay)]
    amended = amend(base, overlays, sources, None, [])
    symbols = build_symbol_table(amended.items, Findings(SEVERITIES))
    return list(symbols.items), build_environment(symbols, sources, Findings(SEVERITIES))


@cache
def whole(name: str) -> tuple[list[tuple[ast.Item, int]], Env, tuple[ResolvedItem, ...]]:
    """A program's items with their numbers, its environment, and what each item means when they are taken in order."""
    files = tuple(
        Source(path.name, path.read_text(encoding="utf-8")) for path in sorted(PROGRAMS[name].glob("*.rules"))
    )
    items, env = program(files)
    listed = number_examples(items)
    return listed, env, tuple(resolve_item(item, env, number) for item, number in listed)


def only(env: Env, names: frozenset[str]) -> Env:
    """An environment in which there are no names but these."""
    parts: dict[str, Any] = {
        part: {name: each for name, each in getattr(env, part).items() if name in names} for part in BY_NAME
    }
    return evolve(env, **parts)


def written(resolved: ResolvedItem) -> list[object]:
    """All that nodes say, places and amendments included, which take no part in comparing nodes."""
    return [encode(node, GRAPH_FORM) for node in resolved.nodes]


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_item_needs_nothing_but_the_names_it_asks_for(name):
    listed, env, resolved = whole(name)
    assert len(listed) > 30
    for (item, number), expected in zip(listed, resolved, strict=True):
        alone = resolve_item(item, only(env, expected.asked), number)
        assert alone.diagnostics == expected.diagnostics == ()
        assert alone.asked == expected.asked
        assert written(alone) == written(expected), item


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_order_in_which_items_are_resolved_makes_no_difference(name):
    listed, env, resolved = whole(name)
    backwards = [resolve_item(item, env, number) for item, number in reversed(listed)]
    assert [written(each) for each in reversed(backwards)] == [written(each) for each in resolved]


def test_the_graph_of_a_program_holds_the_nodes_of_its_items():
    _, env, resolved = whole("lighthouse")
    nodes = [node for each in resolved for node in each.nodes]
    graph = build_graph(nodes, env, "")
    assert graph is not None
    assert len(graph.tables) == sum(isinstance(node, n.Table) for node in nodes) > 3
    assert [field.id for field in graph.fields if field.element] != []
    assert {field.id for field in graph.fields} == {node.id for node in nodes if isinstance(node, n.Field)}


# --- one item at a time

RULES = """\
game night "A night"
  sources optional

enum Sky: clear, fog

state mission
  oil: 0..9 = 9

table K-1 "The lamp" printed
  roll 1d6
  ..3: bright
  else: dim

define low: yes/no = oil < 3
define high: yes/no = not low
define spark: yes/no = lmap > 2

procedure mission
  let n: 0..9 = 0
  repeat 2
    set n to 1
    if high
      set oil to n
  roll on K-1
"""


def item(rules: str, name: str) -> tuple[ast.Item, Env]:
    items, env = program((Source("night.rules", rules),))
    return next(each for each in items if getattr(each, "name", None) == name), env


def test_names_are_asked_for_whether_there_are_such_or_not():
    node, env = item(RULES, "spark")
    found = resolve_item(node, env)
    assert "lmap" in found.asked
    assert [finding.code for finding in found.diagnostics] == ["N001"]


def test_what_is_not_named_is_not_asked_for():
    node, env = item(RULES, "high")
    assert resolve_item(node, env).asked == {"high", "low"}


@pytest.mark.parametrize(
    "change",
    [("oil < 3", "oil < 4"), ("..3: bright", "..5: bright"), ("set oil to n", "set oil to 1"), ("= 9\n", "= 3\n")],
)
def test_another_body_makes_no_difference(change):
    node, env = item(RULES, "high")
    changed, changed_env = item(RULES.replace(*change), "high")
    assert RULES.replace(*change) != RULES
    assert written(resolve_item(node, env)) == written(resolve_item(node, changed_env))
    assert changed == node


def test_another_interface_does():
    node, env = item(RULES, "high")
    _, other = item(RULES.replace("define low: yes/no", "define low: 0..1"), "high")
    assert resolve_item(node, env).diagnostics == ()
    assert [finding.code for finding in resolve_item(node, other).diagnostics] == ["P001"]


# --- values, not state


@pytest.mark.parametrize(
    ("value", "name"),
    [(Scope(), "facts"), (Scope(), "draws"), (Frame("watch"), "in_row"), (Frame("watch"), "result")],
)
def test_scope_and_frame_are_frozen(value, name):
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, None)


def test_the_environment_is_frozen():
    env = whole("lighthouse")[1]
    with pytest.raises(FrozenInstanceError):
        setattr(env, "enums", {})  # noqa: B010  # which types forbid as well
    with pytest.raises(TypeError):
        cast("dict[str, object]", Context.for_item(env).env.enums)["Sky"] = None


def test_each_item_leaves_what_it_finds_in_a_context_of_its_own():
    env = whole("lighthouse")[1]
    first, second = Context.for_item(env), Context.for_item(env)
    assert "no_such_name" not in first.env.fields
    assert first.asked == {"no_such_name"}
    assert second.asked == set()
    assert [first.unique_id("choice:a"), first.unique_id("choice:a"), second.unique_id("choice:a")] == [
        "choice:a",
        "choice:a~2",
        "choice:a",
    ]


def test_two_runs_find_the_same():
    items, env = program((Source("night.rules", RULES),))
    first, second = resolve_program(items, env.sources), resolve_program(items, env.sources)
    assert first == second


def test_the_modules_of_a_knot_can_be_loaded_in_any_order():
    modules = sorted(path.stem for path in (ROOT / "compiler" / "resolve").glob("*.py") if path.stem != "__init__")
    script = f"""
import importlib, sys
for name in {modules}:
    for loaded in [each for each in sys.modules if each.startswith("bombsight.compiler.resolve")]:
        del sys.modules[loaded]
    importlib.import_module(f"bombsight.compiler.resolve.{{name}}")
"""
    done = run_process([sys.executable, "-c", script], cwd=ROOT)
    assert done.returncode == 0, done.stderr


# --- what counts where a name is declared twice


def test_of_two_declarations_the_first_counts_and_of_two_manifests_the_last():
    rules = RULES + '\ndefine high: 0..3 = 2\n\ngame day "A day"\n  sources optional\n'
    graph = resolve_program(parse(Source("night.rules", rules)).file.items, {}).graph
    assert graph is not None
    assert graph.game.id == "day"
    assert [str(define.type) for define in graph.defines if define.name == "high"] == ["yes/no"]
