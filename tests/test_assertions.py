"""Every test asserts something: itself, or by a function of the tests that it calls.

Of what is true of all inputs, that nothing is raised is the least: say what comes of them, too.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

TESTS = Path(__file__).parent
ROOT = TESTS.parent

CHECKS = {"raises", "warns", "fail", "validate", "check_schema", "inner_test"}
"""Calls that fail by themselves: of pytest, of jsonschema, and of hypothesis the body of another test."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@frozen
class Module:
    """A module of the tests.

    Attributes:
        functions: Its functions, methods and what stands within them, by name.
        imported: What is imported by name: where from, and how it is called there.
        fixtures: Its fixtures, by the names by which they are asked for.
    """

    functions: dict[str, list[Function]]
    imported: dict[str, tuple[str, str]]
    fixtures: dict[str, Function]


@cache
def modules() -> dict[str, list[Module]]:
    """The modules of the tests by the last part of their name, by which they import each other."""
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("*.py")):
        found[path.stem].append(read(path))
    return found


@cache
def read(path: Path) -> Module:
    """A module."""
    functions: dict[str, list[Function]] = defaultdict(list)
    imported: dict[str, tuple[str, str]] = {}
    fixtures: dict[str, Function] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            functions[node.name].append(node)
            for name in fixture_names(node):
                fixtures[name] = node
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported |= {each.asname or each.name: (node.module.rpartition(".")[2], each.name) for each in node.names}
    return Module(functions, imported, fixtures)


def fixture_names(function: Function) -> Iterator[str]:
    """What a function is called as a fixture; nothing where it is none."""
    for decorator in function.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        if ast.unparse(call.func if call else decorator) == "pytest.fixture":
            given = [each.value for each in call.keywords if each.arg == "name"] if call else []
            yield ast.literal_eval(given[0]) if given else function.name


def asserts(function: Function, module: Module, seen: frozenset[Function] = frozenset()) -> bool:
    """Whether a function asserts something, or calls one that does; ``seen`` are those that it is called by."""
    nodes = [*ast.walk(function)]
    if any(isinstance(node, ast.Assert) for node in nodes):
        return True
    called = {(node.func, name_of(node.func)) for node in nodes if isinstance(node, ast.Call)}
    if any(name in CHECKS for _, name in called):
        return True
    seen |= {function}
    helpers = [found for node, name in called for found in meant(node, name, module)]
    return any(asserts(each, there, seen) for each, there in helpers if each not in seen)


def name_of(called: ast.expr) -> str:
    """The last part of what is called: ``held`` of ``shell.held``; empty where it has no name."""
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:  # the rest: has no name
            return ""


def meant(called: ast.expr, name: str, module: Module) -> Iterator[tuple[Function, Module]]:
    """The functions of the tests that may be meant by a call, each with its module."""
    if isinstance(called, ast.Attribute):  # of a module of the tests, or of an object that they make
        owner = name_of(called.value)
        for each in modules()[owner] if owner in modules() else [module, *imported_modules(module)]:
            yield from ((found, each) for found in each.functions.get(name, ()))
        return
    yield from ((found, module) for found in module.functions.get(name, ()))
    for each in [module, *modules()["conftest"]]:  # what a fixture gives
        if name in each.fixtures:
            yield each.fixtures[name], each
    where, there = module.imported.get(name, ("", ""))
    for each in modules().get(where, ()):
        yield from ((found, each) for found in each.functions.get(there, ()))


def imported_modules(module: Module) -> Iterator[Module]:
    """The modules of the tests from which something is imported."""
    for where, _ in module.imported.values():
        yield from modules().get(where, ())


def list_without_assertion(path: Path) -> list[str]:
    """The tests of a file that assert nothing."""
    module = read(path)
    tests = [each for name, all_ in module.functions.items() if name.startswith("test_") for each in all_]
    return [test.name for test in tests if not asserts(test, module)]


def test_every_test_asserts_something() -> None:
    found = {
        f"{path.relative_to(TESTS)}::{name}"
        for path in TESTS.rglob("test_*.py")
        for name in list_without_assertion(path)
    }
    assert found == set()


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("1 + 1", ["test_it"]),
        ("assert 1", []),
        ("with pytest.raises(ValueError): int('x')", []),
        ("checked(1)", []),
        ("looked_at(1)", ["test_it"]),
    ],
)
def test_a_test_without_an_assertion_is_found(body: str, found: list[str], tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    helpers = "def checked(x):\n  deeper(x)\ndef deeper(x):\n  assert x\ndef looked_at(x):\n  return x\n"
    path.write_text(f"{helpers}def test_it():\n  {body}\n", encoding="utf-8")
    assert list_without_assertion(path) == found


def test_every_test_of_the_page_asserts_something() -> None:
    found = []
    for path in sorted((ROOT / "web" / "tests").glob("*.test.ts")):
        text = path.read_text(encoding="utf-8")
        tests = re.split(r"^ *test\(", text, flags=re.MULTILINE)[1:]
        found += [f"{path.name}: {test[:60]}" for test in tests if "assert" not in test]
    assert found == []
