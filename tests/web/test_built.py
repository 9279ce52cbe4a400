"""The page's program that is shipped is what its sources give: users have no Node to build it with."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from tests.web.beside_node import ROOT, WEB, needs_node, run_node

BUILT = ROOT / "service" / "site" / "built"
STALE = "service/site/built is not what web/ gives; build it anew and commit it: npm --prefix web run build"


def files(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, by its paths in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_was_built_of_the_sources_as_they_are() -> None:
    told = WEB / "built.json"
    assert told.exists(), STALE
    digests = json.loads(told.read_text(encoding="utf-8"))
    now = {path: (WEB / path).is_file() and sha256((WEB / path).read_bytes()).hexdigest() for path in digests}
    assert {path for path, digest in digests.items() if now[path] != digest} == set(), STALE


@needs_node
def test_built_anew_it_is_the_same_to_the_last_byte(tmp_path: Path) -> None:
    run_node("scripts/build.mjs", str(tmp_path / "built"))
    shipped, made = files(BUILT), files(tmp_path / "built")
    assert {path for path in shipped.keys() | made.keys() if shipped.get(path) != made.get(path)} == set(), STALE
