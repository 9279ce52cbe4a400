"""The story that the README shows is the one that is told."""

from __future__ import annotations

import re

from tests.cli.calling import ROOT, Shell

SHOWN = re.compile(r"`bombsight ([^`]+)` begins like this:\n\n```\n(.*?)```", re.DOTALL)


def test_the_story_in_the_readme_is_told_so(shell: Shell):
    found = SHOWN.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert found is not None
    shown = found[2].splitlines()
    told = [line.rstrip() for line in shell.call(*found[1].split()).stdout.splitlines()]
    assert told[: len(shown)] == shown
