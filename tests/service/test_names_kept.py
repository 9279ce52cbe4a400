"""Names of what is gone: a name that was kept in a list of another record stays that name, and so it does when it was
given by the player."""

from __future__ import annotations

import pytest

from bombsight.runtime.events.views import SayView
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.report.markdown import render_markdown
from bombsight.service.report.report_data import build_report
from tests.narrowing import unwrap

POND = """
game pond "A pond"
  sources optional
  names "Aud", "Brand", "Cora"
  names of Boat "Old Nan", "Skua", "Tern"

record Boat
  name "Name": text

record Wreck
  name "name": text of Boat
  day "day": 1..3

state career
  boat "Boat": Boat
  keeper "Keeper": Boat
  wrecks "Wrecks": list of Wreck at most 3

procedure mission(day: 1..3) "Day"
  choose order
    ask "Where does {boat.name} sail"
    answer out "Out"
      add Wreck(name: boat.name, day: day) to wrecks
      say "{boat.name} is lost."
      reset boat
    answer home "Home"
      nothing

procedure career
  for day in 1..3
    do mission(day)
  for each w in wrecks
    say "Lost on day {w.day}: {w.name}."
"""


@pytest.fixture
def pond(tmp_path):
    folder = tmp_path / "pond"
    folder.mkdir()
    (folder / "a.rules").write_text(POND, encoding="utf-8")
    return folder


def test_a_boat_that_was_renamed_is_lost_under_its_name(pond, tmp_path):
    path = tmp_path / "pond.save"
    with start_game(str(pond), Rules(), GameSetup(seed=3, campaign=True, save=path)) as play:
        play.rename("Boat Grey Goose")
        play.answer("out")
        second = play.named_things()[0].name
        play.answer("home")
        play.answer("out")
        assert play.view().outcome is not None
        lines = [view for view in play.events() if isinstance(view, SayView)]
        said = [line.text for line in lines]
        sheet = [line for group in play.view().sheet for line in group.lines if line.id == "wrecks"]
    assert said == [
        "Grey Goose is lost.",
        f"{second} is lost.",
        "Lost on day 1: Grey Goose.",
        f"Lost on day 3: {second}.",
    ]
    assert second in ("Old Nan", "Skua", "Tern")
    assert lines[0].unnamed in {f"{name} is lost." for name in ("Old Nan", "Skua", "Tern")}
    assert [value.title for value in sheet[0].values] == ["Grey Goose", second]
    report = build_report(path, (pond.parent,))
    table = next(table for table in unwrap(report.career).tables if table.id == "wrecks")
    assert table.rows == (("Grey Goose", "1"), (second, "3"))
    assert "Lost on day 1: Grey Goose." in render_markdown(report)
