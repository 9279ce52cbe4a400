"""The page reads a seat's messages, and tells its story, as Python does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bombsight.runtime.events.views import HiddenView
from bombsight.service.common.document import Document
from bombsight.service.present.explanation import explain_throw
from bombsight.service.present.story import Story
from bombsight.service.present.why import find_throws
from bombsight.service.seats.guest.seat_file import Root, SeenState
from bombsight.service.seats.protocol.codec import encode_message
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.seat_messages import Look, Weigh, Why
from bombsight.service.seats.protocol.terms import Seated
from tests.service.seats.table import COVE, new_table, pass_on, people_at, play_on
from tests.web.beside_node import camel, needs_node, plain, told_by

pytestmark = needs_node

RUNNERS = COVE.parents[2] / "runners"


def as_page_has_it(data: Any) -> Any:
    """JSON data of a message with the names of TypeScript, without tags and versions; there are no places in files."""
    if isinstance(data, list):
        return [as_page_has_it(each) for each in data]
    if not isinstance(data, dict):
        return data
    tags = {"document", "version", *(["event"] if isinstance(data.get("event"), str) else [])}
    return {
        camel(key): "" if key == "place" and each is None else as_page_has_it(each)
        for key, each in data.items()
        if key not in tags
    }


@pytest.mark.parametrize(("game", "host"), [(COVE, "smuggler"), (RUNNERS, "runner")], ids=["cove", "runners"])
def test_the_page_reads_and_tells_what_python_does(game: Path, host: str, tmp_path: Path) -> None:
    table = new_table(tmp_path, game=game, seat=host)
    people = people_at(table, tmp_path)
    guest = people[-1]
    try:
        pass_on(*people)
        for message in (Look(), Look(event_count=2), Weigh(), Why(event=3)):
            guest.say(message)
        play_on(*people)
    finally:
        table.hall.close()
    heard = [each for each in guest.heard if isinstance(each, Document)]
    lines = tmp_path / "heard"
    lines.write_text("".join(f"{encode_message(each)}\n" for each in heard), encoding="utf-8")
    told = told_by("seatMessages", lines, guest.file.path)
    assert len({type(each) for each in heard}) > 7
    for own, theirs in zip(heard, told["messages"], strict=True):
        assert theirs == as_page_has_it(json.loads(encode_message(own)))
    own_kinds = (Root, SeenState)
    written = [encode_message(each) for each in guest.file.messages]
    own_lines = [each for each in written if each.split('"')[3] in ("root", "hello", "answer", "share", "seen_state")]
    assert told["own"] == own_lines
    assert any(isinstance(each, own_kinds) for each in guest.file.messages)
    (seated,) = [each for each in heard if isinstance(each, Seated)]
    views = [view for each in heard if isinstance(each, Turn) for view in each.events]
    assert any(isinstance(each, HiddenView) for each in views)
    story = Story(seated.phrases, detail="books", outer=1, answers=True)
    assert told["story"] == plain(story.tell_all(views))
    reasons = [explain_throw(views, at, tuple, seated.phrases) for at in reversed([*find_throws(views)])]
    places = ("", ":0")  # nowhere: a seat has no files of the rules
    assert told["reasons"] == [[said for line in each if (said := str(line).strip()) not in places] for each in reasons]
