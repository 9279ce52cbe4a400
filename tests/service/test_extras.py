"""An extra is installed where the program is, so the advice depends on how that was installed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from bombsight.service.common.extras import Extra, extra_error, install_command

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("/home/ada/.venv", "pip install 'bombsight[screen]'"),
        ("/home/ada/.local/share/pipx/venvs/bombsight", "pipx install --force 'bombsight[screen]'"),
        ("/home/ada/.local/share/uv/tools/bombsight", "uv tool install 'bombsight[screen]'"),
        ("/home/ada/.cache/uv/archive-v0/4rkY", "uvx --from 'bombsight[screen]' bombsight"),
        ("/home/uv/tools-of-mine", "pip install 'bombsight[screen]'"),
    ],
)
def test_the_advice_is_for_the_environment_of_the_program(prefix, expected):
    assert install_command("screen", prefix) == expected


def test_every_extra_that_is_advised_exists():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {*get_args(Extra)} <= {*extras}
    assert extra_error("this needs an extra", "fast").hint.startswith("Install it: ")


def test_no_message_advises_pip_by_itself():
    files = [path for part in ("service", "cli", "runtime") for path in (ROOT / part).rglob("*.py")]
    found = [path.name for path in files if re.search(r"pip install 'bombsight", path.read_text(encoding="utf-8"))]
    assert found == []
