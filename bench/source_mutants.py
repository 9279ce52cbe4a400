"""Mutation testing of the source: ``python -m bench.source_mutants --count 200 runtime``.

A mutant is one of a few changes at a random place: another comparison or operator, a negated condition, a number plus
one, a call left out. Only tests that reach its line are run, the quickest first, so a few seconds are enough for each;
coverage (``pip install coverage``) finds these tests once for a checkout, and ``--map`` caches them. Survivors are
printed with their place and seed: either a test is missing, or the change has no visible effect.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Generator, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import chain
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest
from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
TESTS = ("tests/boundary", "tests/dsl/test_caches.py", "tests/runtime", "tests/service", "tests/cli")
"""The test folders in use."""

MAX_TESTS = 60
"""Maximum tests that are run for a line."""

TEST_TIMEOUT = 600
"""Seconds after which a hanging test counts as failed; it may just be slow, so it is printed."""

SWAPPED_TYPES: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
"""The replacements of operators and statements."""


@frozen
class Mutant:
    """A change of one place in a source file, for mutation testing.

    Attributes:
        file: The file, from the root.
        line: The line of the place.
        start: The first changed byte.
        end: The byte after the last.
        new: The new text.
        old: The old text.
    """

    file: str
    line: int
    start: int
    end: int
    new: str
    old: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old!r} -> {self.new!r}"


def mutants_of(file: str, text: str) -> Iterator[Mutant]:
    """Yield all mutants of a Python file."""
    data = text.encode()
    line_starts = [0]
    for line in data.split(b"\n"):
        line_starts.append(line_starts[-1] + len(line) + 1)
    tree = ast.parse(text)
    in_f_strings = {
        id(node) for outer in ast.walk(tree) if isinstance(outer, ast.JoinedStr) for node in ast.walk(outer)
    }
    in_type_hints = {id(node) for hint in type_hints(tree) for node in ast.walk(hint)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr | ast.stmt) or id(node) in in_f_strings | in_type_hints:
            continue
        new = mutate_node(node)
        if new is not None:
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = line_starts[node.lineno - 1] + node.col_offset
            end = line_starts[node.end_lineno - 1] + node.end_col_offset
            yield Mutant(file, node.lineno, start, end, new, data[start:end].decode())


def type_hints(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes of type hints, which never run."""
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=hint):
                yield hint
            case ast.arg(annotation=ast.AST() as hint) | ast.FunctionDef(returns=ast.AST() as hint):
                yield hint
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield node
            case _:
                pass


def mutate_node(node: ast.expr | ast.stmt) -> str | None:
    """The source text that replaces a syntax node in a mutant; None if the node is not mutated."""
    match node:
        case ast.Compare(ops=[only]) if type(only) in SWAPPED_TYPES:
            return f"({ast.unparse(ast.Compare(node.left, [swap_operator(only)], node.comparators))})"
        case ast.BoolOp(op=op):
            return f"({ast.unparse(ast.BoolOp(swap_operator(op), node.values))})"
        case ast.BinOp(op=op) if type(op) in SWAPPED_TYPES:
            return f"({ast.unparse(ast.BinOp(node.left, swap_operator(op), node.right))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"({ast.unparse(operand)})"
        case ast.Constant(value=bool() as value):
            return str(not value)
        case ast.Constant(value=int() as value):
            return str(value + 1)
        case ast.IfExp(test=test, body=body, orelse=other):
            return f"({ast.unparse(ast.IfExp(test, other, body))})"
        case ast.Break():
            return "continue"
        case ast.Continue():
            return "break"
        case ast.Expr(value=ast.Call()) | ast.Raise():
            return "pass"
        case _:
            return None


def swap_operator(operator: ast.AST) -> Any:
    """The operator that replaces an operator in a mutant."""
    return SWAPPED_TYPES[type(operator)]()


def python_files(places: Sequence[str]) -> list[str]:
    """The Python files in folders, or files themselves, as paths from the root."""
    found = set()
    for place in places:
        path = ROOT / place
        found |= {path} if path.is_file() else set(path.rglob("*.py"))
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def tests_by_line(places: Sequence[str], tests: Sequence[str], map_file: Path) -> dict[str, dict[str, list[str]]]:
    """Map each line of each file to the tests that reach it, the quickest first; cached in a file."""
    if map_file.exists():
        stored_map: dict[str, dict[str, list[str]]] = json.loads(map_file.read_text())
        return stored_map
    print("finding out which tests come to which lines", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings"
        include = ",".join(f"{ROOT}/{place}" + ("" if place.endswith(".py") else "/*") for place in places)
        settings.write_text(f"[run]\ndata_file={folder}/data\ninclude={include}\n")
        run_arguments = [
            "coverage",
            "run",
            f"--rcfile={settings}",
            "-m",
            "pytest",
            "-p",
            "bench.source_mutants",
            "-n0",
            "-q",
        ]
        run_arguments += ["--durations=0", *tests]
        test_run = subprocess.run(
            [sys.executable, "-m", *run_arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
        out = Path(folder) / "json"
        json_arguments = ["coverage", "json", f"--rcfile={settings}", "--show-contexts", "-q", "-o", str(out)]
        subprocess.run([sys.executable, "-m", *json_arguments], cwd=ROOT, check=True)
        coverage_files = json.loads(out.read_text())["files"]
    seconds = parse_durations(test_run.stdout)
    result: dict[str, dict[str, list[str]]] = {}
    for file, about in coverage_files.items():
        name = Path(file).relative_to(ROOT).as_posix() if Path(file).is_absolute() else file
        lines = result[name] = {}
        for line, contexts in about["contexts"].items():
            reaching_tests = {test for test in contexts if test}
            lines[line] = sorted(reaching_tests, key=lambda test: (seconds.get(test, 0.0), test))
    map_file.write_text(json.dumps(result))
    return result


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Set the coverage context to all tests of a file during collection; this module is a plugin of the measured
    run."""
    if isinstance(collector, pytest.Module):
        switch_context(collector.nodeid)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Set the coverage context to the test that begins."""
    switch_context(test_name(item))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Set the coverage context to all tests of a file during a shared fixture, whichever test came first."""
    if fixturedef.scope == "function":
        return (yield)
    item: pytest.Item = request._pyfuncitem
    switch_context(item.nodeid.partition("::")[0])
    result = yield
    switch_context(test_name(item))
    return result


def switch_context(name: str) -> None:
    """Set the current context of the coverage measurement, if one is running."""
    coverage = import_module("coverage").Coverage.current()  # the tests do not require coverage
    if coverage is not None:
        coverage.switch_context(name)


def test_name(item: pytest.Item) -> str:
    """The name of a test, without its parameters."""
    return item.nodeid.partition("[")[0]


def parse_durations(output: str) -> dict[str, float]:
    """Parse the durations of tests and test files from pytest's output; parameters of a test are added up."""
    seconds: dict[str, float] = {}
    for line in output.split("\n"):
        match line.split():
            case [time_, "call" | "setup", test] if time_.endswith("s"):
                for name in (test.partition("[")[0], test.partition("::")[0]):
                    seconds[name] = seconds.get(name, 0.0) + float(time_[:-1])
            case _:  # the rest: no durations
                pass
    return seconds


def tests_reaching(mutant: Mutant, lines: Mapping[str, Sequence[str]], by_import: Set[int]) -> list[str]:
    """Select the tests for a mutant: the quickest that reach its line, and those of the test file with its name.

    A line that runs once, at import, counts for whichever test was first: the tests of its folder are run.

    Args:
        mutant: The mutant.
        lines: The tests that reach each line of its file.
        by_import: The lines of the file outside of functions.
    """
    reaching_tests = lines.get(str(mutant.line), [])
    path = Path(mutant.file)
    own_test_file = Path("tests") / path.parent / f"test_{path.name}"
    if reaching_tests and mutant.line not in by_import:
        own = [test for test in reaching_tests if test.startswith(own_test_file.with_suffix("").as_posix())]
        return [*dict.fromkeys([*reaching_tests[:MAX_TESTS], *own])]
    near = [each.as_posix() for each in (own_test_file, own_test_file.parent) if (ROOT / each).exists()][:1]
    return near or [*dict.fromkeys(chain(*lines.values()))][:MAX_TESTS]


def lines_outside_functions(text: str) -> Set[int]:
    """The lines of a module that run at its import."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {line for each in functions for line in range(each.body[0].lineno, (each.end_lineno or 0) + 1)}
    return set(range(1, text.count("\n") + 2)) - inside


def is_noticed(mutant: Mutant, tests: Sequence[str], checkout: Path) -> bool:
    """Whether any of some tests fails with a mutant in an otherwise unchanged checkout."""
    file = checkout / mutant.file
    whole = file.read_bytes()
    file.write_bytes(whole[: mutant.start] + mutant.new.encode() + whole[mutant.end :])
    try:
        test_run = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *tests],
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1", "CI": ""},
            capture_output=True,
            timeout=TEST_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        print(f"endless: {mutant}", flush=True)
        return True
    finally:
        file.write_bytes(whole)
    return test_run.returncode != 0


def copy_checkout(folder: Path) -> Path:
    """Copy the checkout's files into a folder."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in files.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def main() -> int:
    """Make mutants and run tests; return 1 if fewer than ``--least`` percent are noticed."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="+", help="folders and files, from the root")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("--tests", action="append", help="a folder or file of tests that come into question")
    parser.add_argument("--map", type=Path, default=Path(tempfile.gettempdir()) / "bombsight-tests-by-line.json")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else SystemRandom().randrange(10**6)
    tests = tests_by_line(args.places, args.tests or TESTS, args.map)
    all_mutants = [
        mutant for file in python_files(args.places) for mutant in mutants_of(file, (ROOT / file).read_text())
    ]
    chosen = Random(seed).sample(all_mutants, min(args.count, len(all_mutants)))
    print(f"{len(chosen)} of {len(all_mutants)} mutants, --seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        checkouts = [copy_checkout(Path(folder) / str(number)) for number in range(args.jobs)]
        queue = list(checkouts)

        def is_mutant_noticed(mutant: Mutant) -> bool:
            """Run a mutant's tests in a free checkout; print it if none fails; return whether one fails."""
            checkout = queue.pop()
            start_time = time.monotonic()
            try:
                by_import = lines_outside_functions((ROOT / mutant.file).read_text())
                reaching_tests = tests_reaching(mutant, tests.get(mutant.file, {}), by_import)
                noticed = bool(reaching_tests) and is_noticed(mutant, reaching_tests, checkout)
            finally:
                queue.append(checkout)
            if not noticed:
                print(
                    f"survived {len(reaching_tests)} tests: {mutant} ({time.monotonic() - start_time:.0f} s)",
                    flush=True,
                )
            return noticed

        with ThreadPoolExecutor(args.jobs) as pool:
            noticed = sum(pool.map(is_mutant_noticed, chosen))
    print(f"{noticed} of {len(chosen)} noticed ({100 * noticed / len(chosen):.0f} %), --seed {seed}")
    return int(100 * noticed < args.least * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
