"""Programs of the page's tests, run by Node beside ours, and values as they have them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import attrs
import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = shutil.which("node")

needs_node = pytest.mark.skipif(
    NODE is None or not (WEB / "node_modules").is_dir(), reason="Node is not there, or `npm ci` was not run in web/"
)


def told_by(program: str, *args: str) -> Any:
    """What a program of ``web/tests`` writes, which is JSON."""
    command = [str(NODE), "scripts/run.mjs", f"tests/{program}.ts", *args]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def plain(value: Any) -> Any:
    """A value as JSON, its names as TypeScript has them."""
    if attrs.has(type(value)):
        return {camel(field.name): plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def camel(name: str) -> str:
    """A name as TypeScript has it."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
