"""Looks at everything, left off half-way: what is published in the end is what a fresh look at the same rules finds."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.service.language.open_workspaces import FileFindings, OpenWorkspace
from tests.cli.server.in_process import Client, talked

STATE = """\
game toy "A Toy"
  language 1
  mission night
  about "A lamp eats oil."

enum Sky: clear "clear", fog "fog"

state night
  oil "Oil": 0..9 = 9
  sky "Sky": Sky = clear
"""

NIGHT = """\
procedure night "Night" cite "rule 1"
  set sky to roll on Weather
  if sky is fog
    do trim
  take 1 from oil
  say "Oil: {oil}."

procedure trim cite "rule 2"
  take 1 from oil
  say "The lamp is trimmed."
"""

TABLE = """\
table Weather "The sky turns" printed cite "rule 3"
  gives Sky
  roll 1d6
  1..4: clear
  5..6: fog
"""

EXAMPLE = """\
example "Fog"
  given sky = fog
  do trim
  expect oil is 8
"""

HOUSE = """\
house mine "Mine" for toy by "me"
  1 "No fog"
    in table Weather
      was 5..6: fog
      now 5..6: clear
"""

TEXTS = {
    "00-game.rules": (
        STATE,
        STATE.replace("oil ", "oill "),
        STATE.replace("clear, fog", "clear, mist"),
        "state night\n",
    ),
    "10-night.rules": (NIGHT, NIGHT.replace("do trim", "nothing"), NIGHT.replace("sky is fog", "sky is fo"), ""),
    "20-tables.rules": (TABLE, TABLE.replace("5..6", "6"), f"\n{TABLE}", TABLE.replace("  roll", "  rol")),
    "tests/fog.rules": (EXAMPLE, EXAMPLE.replace("is 8", "is 7"), EXAMPLE.replace("oil is", "oill is")),
    "mine.rules": (HOUSE, HOUSE.replace("was 5..6", "was 5"), HOUSE.replace(": clear", ": fog")),
}
"""What each file may say; the first is without a mistake."""


class Gate:
    """Stands where the night shift waits for the desk, and lets something happen there at a time that a test chooses.

    Attributes:
        left: How often the night shift may still pass before that happens; None where nothing is to happen.
    """

    def __init__(self) -> None:
        self.left: int | None = None
        self.happens: Callable[[], Coroutine[Any, Any, None]] | None = None
        self.loop = asyncio.get_running_loop()

    def set(self) -> None:
        pass

    def clear(self) -> None:
        pass

    def wait(self, seconds: float) -> None:
        if self.left == 0 and self.happens is not None:
            happens, self.happens, self.left = self.happens, None, None
            asyncio.run_coroutine_threadsafe(happens(), self.loop).result(seconds + 20)
        elif self.left:
            self.left -= 1


class Session:
    """An editor in which files of a game are open, and a disk on which they lie."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = Client()
        self.client.server.debounce_seconds = 3600  # looks begin when a test says so
        self.client.server.set_options({"path": [str(folder.parent)]})
        self.gate = Gate()
        setattr(self.client.server.executor, "idle", self.gate)  # noqa: B010  # a gate is no event, but does as one
        self.open: dict[str, str] = {}
        self.version = 0

    def path(self, name: str) -> Path:
        return self.folder.parent / name if name == "mine.rules" else self.folder / name

    async def show(self, name: str, text: str | None = None) -> None:
        """Open a file; with another text than lies on the disk, if there is one."""
        self.version += 1
        self.open[name] = self.path(name).read_text(encoding="utf-8") if text is None else text
        item = {
            "uri": self.path(name).as_uri(),
            "languageId": "bombsight",
            "version": self.version,
            "text": self.open[name],
        }
        self.client.notify("textDocument/didOpen", {"textDocument": item})
        await self.client.settled(at_night=False)

    async def close(self, name: str) -> None:
        """Close a file: it counts again as it lies on the disk."""
        del self.open[name]
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": self.path(name).as_uri()}})
        await self.client.settled(at_night=False)

    async def type(self, name: str, text: str) -> None:
        """Make an open file say something else."""
        self.version += 1
        self.open[name] = text
        self.client.change(self.path(name).as_uri(), self.version, text)
        await self.client.settled(at_night=False)

    async def save(self, name: str) -> None:
        """Write an open file to the disk."""
        self.path(name).write_text(self.open[name], encoding="utf-8")
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": self.path(name).as_uri()}})
        await self.client.settled(at_night=False)

    async def write(self, name: str, text: str | None) -> None:
        """Let somebody else write a file, or take it away where there is no text."""
        if text is None:
            self.path(name).unlink(missing_ok=True)
        else:
            self.path(name).write_text(text, encoding="utf-8")
        change = {"uri": self.path(name).as_uri(), "type": 2 if text is not None else 3}
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
        await self.client.settled(at_night=False)

    async def look(self) -> None:
        """Look at everything, to the end or until it is left off."""
        self.client.server.start_background_check()
        await self.client.settled()

    async def published(self) -> dict[str, list[dict]]:
        """What the client knows once everything was looked at."""
        await self.look()
        return self.client.published()

    async def fresh(self) -> dict[str, list[dict]]:
        """What a server says that begins with the files as they are now."""
        other = Session(self.folder)
        for name, text in self.open.items():
            await other.show(name, text)
        found = await other.published()
        other.end()
        return found

    def end(self) -> None:
        self.client.server.stop()


def codes(published: Mapping[str, list[dict]]) -> dict[str, list[str]]:
    return {name: [each.get("code", "") for each in found] for name, found in published.items()}


def comparable(published: Mapping[str, list[dict]]) -> dict[str, list[str]]:
    """Findings whatever their order."""
    return {name: sorted(json.dumps(each, sort_keys=True) for each in found) for name, found in published.items()}


@pytest.fixture
def folder(tmp_path):
    return made_in(tmp_path)


def made_in(place: Path) -> Path:
    """A folder with the game, its tests, and house rules beside it."""
    (place / "toy" / "tests").mkdir(parents=True)
    for name, (text, *_) in TEXTS.items():
        (place / name if name == "mine.rules" else place / "toy" / name).write_text(text, encoding="utf-8")
    return place / "toy"


GOOD, WRONG = TEXTS["00-game.rules"][:2]


def left_off(monkeypatch, happens: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Let something happen when the next look has told what it finds soon, and is about to look at the whole."""
    loop, whole = asyncio.get_running_loop(), OpenWorkspace.lint_all
    waiting = [happens]

    def cut(room: OpenWorkspace, stop: Callable[[], bool]) -> FileFindings | None:
        if waiting:
            asyncio.run_coroutine_threadsafe(waiting.pop()(), loop).result(20)
        return whole(room, stop)

    monkeypatch.setattr(OpenWorkspace, "lint_all", cut)


def test_an_undo_in_time_takes_away_what_was_told_of_other_files(folder, monkeypatch):
    async def talk() -> list[dict]:
        session = Session(folder)
        await session.show("00-game.rules")
        told = [await session.published()]
        await session.type("00-game.rules", WRONG)

        async def undo() -> None:
            told.append(session.client.published())
            await session.type("00-game.rules", GOOD)

        left_off(monkeypatch, undo)
        await session.look()
        told.append(await session.published())
        session.end()
        return told

    before, meanwhile, after = map(codes, talked(talk()))
    assert "N001" in meanwhile["10-night.rules"]
    assert (before, after) == ({}, {})


def test_a_redo_in_time_brings_back_what_is_true_of_other_files(folder, monkeypatch):
    async def talk() -> list[dict]:
        session = Session(folder)
        await session.show("00-game.rules", WRONG)
        told = [await session.published()]
        await session.type("00-game.rules", GOOD)

        async def redo() -> None:
            told.append(session.client.published())
            await session.type("00-game.rules", WRONG)

        left_off(monkeypatch, redo)
        await session.look()
        told.append(await session.published())
        session.end()
        return told

    before, meanwhile, after = talked(talk())
    assert "N001" in codes(before)["10-night.rules"]
    assert "10-night.rules" not in meanwhile
    assert comparable(after) == comparable(before)


@pytest.mark.parametrize(("first", "second"), [(GOOD, WRONG), (WRONG, GOOD)])
def test_what_changes_on_the_disk_and_back_is_told_as_it_lies_there(folder, monkeypatch, first, second):
    async def talk() -> list[dict]:
        session = Session(folder)
        await session.write("00-game.rules", first)
        await session.show("20-tables.rules")
        told = [await session.published()]
        await session.write("00-game.rules", second)

        async def back() -> None:
            told.append(session.client.published())
            await session.write("00-game.rules", first)

        left_off(monkeypatch, back)
        await session.look()
        told.append(await session.published())
        session.end()
        return told

    before, meanwhile, after = talked(talk())
    assert ("10-night.rules" in meanwhile) is (second == WRONG)
    assert ("10-night.rules" in after) is (first == WRONG)
    assert comparable(after) == comparable(before)


def test_what_takes_a_look_at_everything_comes_back_when_its_line_is_as_it_was(folder):
    idle = NIGHT + '\nprocedure idle cite "rule 4"\n  say "."\n'

    async def talk() -> list[dict]:
        session = Session(folder)
        await session.show("10-night.rules", idle)
        told = [await session.published()]
        await session.type("10-night.rules", idle.replace("procedure idle", "procedure idler"))
        told.append(session.client.published())
        await session.type("10-night.rules", idle)
        told.append(await session.published())
        session.end()
        return told

    before, meanwhile, after = talked(talk())
    assert codes(before) == {"10-night.rules": ["N014"]}
    assert meanwhile == {}
    assert after == before


def test_a_save_of_what_is_known_leaves_what_is_known_and_nothing_is_looked_at_again(folder, monkeypatch):
    mended = TABLE.replace('"rule 3"', '"rule 3"\n  for sky: Sky')  # a parameter that nobody reads

    async def talk() -> list[Any]:
        session = Session(folder)
        await session.show("20-tables.rules", mended)
        told = [await session.published()]
        looks: list[OpenWorkspace] = []
        monkeypatch.setattr(OpenWorkspace, "lint_all", lambda room, stop: looks.append(room))
        await session.save("20-tables.rules")
        told.append(await session.published())
        session.end()
        return [*told, looks]

    before, after, looks = talked(talk())
    assert before
    assert after == before
    assert looks == []


@pytest.mark.parametrize("failure", [ZeroDivisionError("none"), InputError("there is no option x")])
def test_rules_whose_look_fails_keep_nobody_from_looking_at_others(folder, monkeypatch, failure):
    whole = OpenWorkspace.lint_all

    def failing(room: OpenWorkspace, stop: Callable[[], bool]) -> FileFindings | None:
        if room.space.request.house:
            return whole(room, stop)
        raise failure

    monkeypatch.setattr(OpenWorkspace, "lint_all", failing)

    async def talk() -> dict[str, list[str]]:
        session = Session(folder)
        await session.show("20-tables.rules")
        await session.show("mine.rules", HOUSE.replace("now 5..6: clear", "now 6: clear"))
        found = codes(await session.published())
        session.end()
        assert session.client.wire.of("window/logMessage")
        return found

    assert talked(talk()) == {"mine.rules": ["T001"]}


def test_the_editor_is_heard_while_a_look_waits_for_the_desk(folder, monkeypatch):
    """The night shift waits for the desk in its own thread, never in the one that reads messages."""
    waits: list[str] = []

    async def talk() -> None:
        session = Session(folder)
        await session.show("20-tables.rules")
        monkeypatch.setattr(session.gate, "wait", lambda seconds: waits.append(threading.current_thread().name))
        await session.look()
        session.end()

    talked(talk())
    assert {*waits} == {"night"}


# --- any sequence

NAMES = st.sampled_from([*TEXTS])
VARIANTS = st.integers(0, 3)
WHOLE = 99
CUTS = st.integers(0, 5) | st.just(WHOLE)
"""How often a look asks whether to go on, which it does up to six times, before it is left off."""
ONE = st.one_of(
    st.tuples(st.sampled_from(["type", "show", "write"]), NAMES, VARIANTS),
    st.tuples(st.sampled_from(["save", "close", "undo"]), NAMES, st.just(0)),
    st.tuples(st.just("remove"), st.sampled_from(["10-night.rules", "tests/fog.rules"]), st.just(0)),
    st.tuples(st.just("look"), st.just(""), CUTS),
)
"""A step: what is done, to which file, and with which text of it; or how far a look comes."""

THERE_AND_BACK = st.builds(
    lambda how, name, number, cut: [
        ("show", name, 0),
        ("look", "", WHOLE),
        (how, name, number),
        ("look", "", cut),
        ("undo", name, 0) if how == "type" else (how, name, 0),
    ],
    st.sampled_from(["type", "write"]),
    NAMES,
    st.integers(1, 3),
    CUTS,
)
"""A file that becomes what it was while everything is looked at."""

STEPS = st.lists(st.one_of(ONE.map(lambda step: [step]), THERE_AND_BACK), min_size=2, max_size=8).map(
    lambda parts: [step for part in parts for step in part]
)


async def do_step(session: Session, before: dict[str, str], step: tuple[str, str, int]) -> None:
    """Do one of the things that happen while somebody writes; nothing where it cannot be done now.

    Args:
        session: The editor.
        before: What each file said before its last change.
        step: What, of which file, and which text of it.
    """
    what, name, number = step
    text = TEXTS[name][number % len(TEXTS[name])] if name else ""
    if what == "write":
        await session.write(name, text)
    elif what == "remove":
        await session.write(name, None)
    elif what == "show" and name not in session.open:
        await session.show(name, text)
    elif name in session.open:
        if what in ("type", "undo"):
            now = session.open[name]
            await session.type(name, before.get(name, now) if what == "undo" else text)
            before[name] = now
        elif what == "save":
            await session.save(name)
        elif what == "close" and session.path(name).exists():
            await session.close(name)


@settings(max_examples=20)
@given(first=NAMES, steps=STEPS)
def test_whatever_happens_the_end_is_what_a_fresh_look_finds(tmp_path_factory, first, steps):
    async def talk() -> tuple[dict, dict]:
        session = Session(made_in(tmp_path_factory.mktemp("looks")))
        before: dict[str, str] = {}
        await session.show(first)
        await session.look()
        waiting = [*steps]
        while waiting:
            step = waiting.pop(0)
            if step[0] != "look":
                await do_step(session, before, step)
                continue
            if waiting and waiting[0][0] not in ("look", "show"):  # what comes next comes in the middle of it
                following = waiting.pop(0)
                session.gate.left = step[2]
                session.gate.happens = lambda following=following: do_step(session, before, following)
            await session.look()
            if (late := session.gate.happens) is not None:  # it was over before
                session.gate.happens = None
                await late()
        found = await session.published(), await session.fresh()
        session.end()
        assert session.client.wire.of("window/logMessage") == []
        return found

    found, fresh = talked(talk())
    assert comparable(found) == comparable(fresh)
