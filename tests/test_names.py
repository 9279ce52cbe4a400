"""Names say what a thing is, and what a function does to whom."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (
    *("boundary", "dsl", "flat", "compiler", "backends", "runtime", "service", "cli", "bombsight"),
    *("bench", "editors", "fuzz", "web", "website"),
)
DIALECT = {"told", "said", "named", "written", "called", "within", "plain", "joined", "placed"}
"""Participles that once named thirty functions each: they say nothing of what a function does."""

TYPESCRIPT_FUNCTION = re.compile(rf"^\s*(?:export )?(?:async )?function\*? ({'|'.join(DIALECT)})\b", re.MULTILINE)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_function_is_a_bare_participle(folder: str) -> None:
    found = []
    for path in sorted((ROOT / folder).rglob("*")):
        if {"node_modules", "tests"}.intersection(path.relative_to(ROOT).parts) or path.is_symlink():
            continue
        if path.suffix == ".py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
            found += [f"{path}:{node.lineno}: {node.name}" for node in functions if node.name.strip("_") in DIALECT]
        elif path.suffix == ".ts":
            found += [f"{path}: {name}" for name in TYPESCRIPT_FUNCTION.findall(path.read_text(encoding="utf-8"))]
    assert found == []
