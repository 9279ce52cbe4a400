"""Messages name an argument as whoever called writes it: ``--missions``, and ``missions=`` in Python."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument, either, words_for

ROOT = Path(__file__).parents[2]
OPTION = re.compile(r"(?<![\w-])--[a-z]")


@pytest.mark.parametrize(
    ("text", "command_line", "python", "page"),
    [
        (argument("keep_editions"), "--keep-editions", "keep_editions=", "keep editions"),
        (argument("missions", -3), "--missions -3", "missions=-3", "missions -3"),
        (argument("dice", "lost"), "--dice lost", "dice='lost'", "dice lost"),
        (argument("folders", option="--path", example="FOLDER"), "--path FOLDER", "folders=FOLDER", "folders"),
        (f"{either('a', 'b')} and {either('c', 'd', 'e')}", "a and c", "b and d", "a and e"),
        (either("a", "b", ""), "a", "b", ""),
        (either("a \ufdd0b\ufdd1", "\ufdd2c"), "a ?b?", "?c", "a ?b?"),
    ],
)
def test_a_phrase_has_a_form_for_each_front_end(text, command_line, python, page):
    shown = (words_for("command line", text), words_for("python", text), words_for("page", text))
    assert shown == (command_line, python, page)


def test_an_error_speaks_of_python_unless_it_is_asked_for_other_words():
    error = InputError(f"{argument('jobs')} is for this machine", argument("jobs", 3), f"Leave {argument('jobs')} out.")
    error = pickle.loads(pickle.dumps(error))  # as a worker sends it

    assert str(error) == "jobs=3: jobs= is for this machine\nLeave jobs= out."
    assert error.args == ("jobs= is for this machine",)
    assert str(error.for_front_end("command line")) == "--jobs 3: --jobs is for this machine\nLeave --jobs out."


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in the calls that make input errors in a file, but for those with a form for Python beside."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "InputError":
            yield from plain_texts(call)


def plain_texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("argument", "either"):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    for child in ast.iter_child_nodes(node):
        yield from plain_texts(child)


AT_A_TERMINAL = ("service/seats/", "service/games/stdin.py", "service/simulating/cluster.py")
"""Code that only commands call, for two people or standard input; and where another program's command is named."""


def test_no_error_of_the_service_names_an_option_of_the_command_line_alone():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for part in ("boundary", "dsl", "flat", "compiler", "backends", "runtime", "service")
        for path in sorted((ROOT / part).rglob("*.py"))
        if not str(path.relative_to(ROOT)).startswith(AT_A_TERMINAL)
        for line, text in messages(path)
        if OPTION.search(text)
    ]
    assert found == []
