"""What in a file leads somewhere: an overlay to its game, a comment that allows a finding to the finding's page."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from bombsight.compiler.codes import CODES
from bombsight.service.language.links import find_links
from bombsight.service.language.open_workspaces import OpenWorkspaces
from bombsight.service.lint.codes_catalog import address_of_code
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

HOUSE = """\
house mine "Mine, for nobody" for lighthouse by "me"
  1 "Fog"
    in table Weather
      # allow: T002, unused-name, Z999 -- it is so; "for x"
      was 9..10: fog
      now 9..10: clear
"""


def test_words_lead_to_the_manifest_and_to_pages(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    spaces = OpenWorkspaces((tmp_path,))
    mine = tmp_path / "mine.rules"
    spaces.set_text(mine, HOUSE)
    workspace = unwrap(spaces.workspace_of(mine))
    found = [(HOUSE[link.span.start : link.span.end], link.address) for link in find_links(workspace, mine)]
    assert found == [
        ("lighthouse", (folder / "00-game.rules").as_uri()),
        ("T002", address_of_code("T002")),
        ("unused-name", address_of_code("N014")),
    ]


def test_every_finding_has_a_page_and_its_address_leads_to_its_line():
    for code in CODES:
        address = urlsplit(address_of_code(code))
        lines = Path(url2pathname(address.path)).read_text(encoding="utf-8").split("\n")
        assert lines[int(address.fragment.removeprefix("L")) - 1] == f"### {code}"
    assert address_of_code("") == ""
