"""The desk in Pyodide, as a browser has it, beside the desk here: the same answers to the same calls, to the byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.site.workshop.pyodide import find_pyodide
from bombsight.service.site.workshop.python_archive import collect_program, pack_program
from bombsight.service.workshop.calls import answer
from bombsight.service.workshop.desk import Desk
from tests.processes import run_process
from tests.web.beside_node import MISSING, NODE, WEB, needs_node
from tests.web.desk_calls import all_calls

try:
    PYODIDE = find_pyodide()
except InputError:
    pytest.skip(MISSING, allow_module_level=True)

pytestmark = [needs_node, pytest.mark.slow]

MINUTES = 20
"""How long the calls may take in Pyodide, on a machine that has other things to do."""


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    """The program, packed for a browser."""
    file = Path(tmp_path_factory.mktemp("workshop") / "program.zst")
    file.write_bytes(pack_program(collect_program(), PYODIDE))
    return file


def test_the_same_calls_are_answered_alike(program, tmp_path):
    requests = [json.dumps({"call": name, "arguments": arguments}) for name, arguments in all_calls(tmp_path)]
    done = run_process(
        [NODE, "scripts/run.mjs", "tests/desk.ts", PYODIDE, program],
        cwd=WEB,
        input="\n".join(requests),
        encoding="utf-8",
        timeout=MINUTES * 60,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    _, *answers = done.stdout.splitlines()
    desk = Desk()
    for request, there in zip(requests, answers, strict=True):
        assert "fault" not in json.loads(there), (request, json.loads(there))
        assert json.loads(answer(desk, request)) == json.loads(there), request


def test_the_program_is_packed_the_same_each_time(program):
    assert pack_program(collect_program(), PYODIDE) == program.read_bytes()
