"""Letters, seat files and tables as strangers may have changed them: refused in words, or read; nothing else."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bombsight.boundary.errors import InputError
from bombsight.boundary.texts import CONTROL_CHARACTERS
from bombsight.cli.seats.by_mail import process_mail
from bombsight.cli.seats.verification import verify_and_show
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup
from bombsight.service.seats.guest.seat_file import read_revealed, read_seat_file
from bombsight.service.seats.hosting.hosted_table import open_table
from bombsight.service.seats.hosting.table_record import read_table
from bombsight.service.seats.mail.mail_file import find_program_line, read_mail
from tests.cli.calling import ROOT
from tests.cli.mutating import mutants
from tests.marking import slow_but

COVE = ROOT / "tests" / "service" / "seats" / "cove"
RULES = Rules(folders=(COVE.parent,))
COUNT = 300
"""How many changed forms of each kind of file are tried."""

WHOLE = 30
"""How many of those that are messages by their shape are gone through to the end."""

TYPED = "state all\nboard\nlog all\nwhy\nodds\n2\n\nquit\n"
"""What a guest types, who looks at all that he was sent."""


class Call:
    """A call with its input, whose output is kept."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch

    def __call__(self, typed: str, do: Callable[[], int]) -> str:
        """What is shown."""
        out = io.StringIO()
        with self.patch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(typed))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", out)
            do()
        return out.getvalue()

    def mail(self, file: Path, typed: str = "\n" * 20) -> str:
        """What is shown of a file that came by mail, in its folder, where all is that somebody has."""
        folder = file.parent
        save = folder / "t.save"

        def table():
            return open_table(str(COVE), RULES, GameSetup(save=save), "keeper")

        is_host = save.exists() or not file.exists()
        kept: dict[str, Any] = (
            {"save": save, "seat_path": None} if is_host else {"save": None, "seat_path": folder / "own.seat"}
        )
        more: dict[str, Any] = {"folder": folder, "detail": "books", "ask_level": "all", "agree": False}
        return self(typed, lambda: process_mail(str(file), table, RULES, **more, **kept))

    def verify(self, file: Path) -> str:
        """What is shown of a seat's file."""
        return self("", lambda: verify_and_show(file, None, RULES, json=False))


@pytest.fixture
def call(monkeypatch, tmp_path):
    """Calls, in an empty folder, of somebody who has nothing yet."""
    monkeypatch.chdir(tmp_path)
    for name, value in (
        ("XDG_DATA_HOME", str(tmp_path / "data")),
        ("COLUMNS", "80"),
        ("TERM", "dumb"),
        ("NO_COLOR", "1"),
    ):
        monkeypatch.setenv(name, value)
    return Call(monkeypatch)


@pytest.fixture
def stages(call, tmp_path):
    """The folders of host and guest as each kind of letter has come to them for the first time, and of the end.

    ``guest-wanted`` is the guest's as a letter of that kind lies in it, ``host-wanted`` the host's as he has sent it;
    so are ``host-reply`` and ``guest-reply``.
    """
    host, guest = tmp_path / "host", tmp_path / "guest"
    host.mkdir()
    guest.mkdir()
    call.mail(host / "none", "")
    while True:
        for own, other, typed in ((guest, host, TYPED), (host, guest, "\n" * 20)):
            came = own / "came.json"
            came.write_bytes(find_program_line(newest(other).read_bytes()) + b"\n")
            kind = json.loads(came.read_text())["document"]
            for folder in (host, guest):
                if not (tmp_path / f"{folder.name}-{kind}").exists():
                    shutil.copytree(folder, tmp_path / f"{folder.name}-{kind}")
            call.mail(came, typed)
            if (guest / "own.revealed").exists():
                return tmp_path


def newest(folder: Path) -> Path:
    """The file to be sent that was written last."""
    return max(folder.glob("*-smuggler.txt"), key=lambda path: path.stat().st_mtime_ns)


def snapshot(folder: Path) -> dict[str, bytes]:
    """All files below a folder, but those of work in progress, and what the program keeps of rules."""
    passed_over = {"work", "data"}
    files = (
        path for path in folder.rglob("*") if path.is_file() and path.relative_to(folder).parts[0] not in passed_over
    )
    return {str(path): path.read_bytes() for path in files}


def attack(document: object, stage: Path, name: str, parse, read, encode=None) -> dict[str, int]:
    """Have changed forms of a document read; how many were parsed, how many of these were read, and how many refused.

    Args:
        document: As it was.
        stage: The folder that it lies in.
        name: Its name there.
        parse: Parses it; whatever it raises but the errors of input ends the test.
        read: Does all that is to be done with it; the same holds.
        encode: Makes a file of a changed form, where that is no single line.
    """
    before, found = snapshot(stage.parent), {"parsed": 0, "read": 0, "refused": 0}
    work = stage.parent / "work" / "deep" / "deeper"
    for number, form in enumerate(mutants(document, COUNT, seed=7)):
        changed = encode(form) if encode is not None else form
        if found["parsed"] < WHOLE:
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(stage, work)
        (work / name).write_bytes(changed)
        shown = ""
        try:
            parse(work / name)
            found["parsed"] += 1
            if found["parsed"] <= WHOLE:
                shown = read(work / name)
                found["read"] += 1
        except (InputError, WrongRules):
            found["refused"] += 1
        except Exception as error:
            raise AssertionError(f"change {number} is not refused: {changed[:2000]!r}") from error
        assert not CONTROL_CHARACTERS.search(shown), (number, changed[:2000])
    for path in (stage.parent / "work").rglob("*"):
        assert path.is_relative_to(stage.parent / "work" / "deep")
        assert "PWNED" not in path.name
    assert sorted(path.name for path in (stage.parent / "work" / "deep").iterdir()) == ["deeper"]
    assert snapshot(stage.parent) == before
    return found


def lines(changed: bytes) -> bytes:
    """A changed list as lines."""
    try:
        found = json.loads(changed)
    except ValueError:
        return changed
    return b"".join(json.dumps(each).encode() + b"\n" for each in found) if isinstance(found, list) else changed


GUESTS = ["guest-invitation", "guest-letter", "guest-wanted", "guest"]
HOSTS = ["host-acceptance", "host-reply", "host-opened"]


@pytest.mark.parametrize("stage", slow_but([*GUESTS, *HOSTS], "guest-letter", "host-reply"))
def test_changed_letters_end_in_words(call, stages, stage):
    is_host, where = stage in HOSTS, stages / stage
    document = json.loads((where / "came.json").read_text())
    found = attack(document, where, "came.json", read_mail, lambda path: call.mail(path, "" if is_host else TYPED))
    assert found["refused"] > COUNT // 2, found
    assert found["read"] > WHOLE // 8, found


@pytest.mark.parametrize("stage", ["host-acceptance", "host-reply", "host-opened"])
def test_changed_tables_end_in_words(call, stages, stage):
    where = stages / stage
    document = json.loads((where / "t.save.table").read_text())

    def parse(path: Path) -> None:
        read_table(path.with_suffix(""))

    found = attack(document, where, "t.save.table", parse, lambda path: call.mail(path.with_suffix("")))
    assert min(found.values()) > 0, found


@pytest.mark.parametrize("what", ["own.seat", "own.revealed"])
def test_changed_seat_files_and_what_was_revealed_end_in_words(call, stages, what):
    texts = (stages / "guest" / what).read_text().splitlines()
    is_seat = what == "own.seat"
    document = [json.loads(line) for line in texts] if is_seat else json.loads(texts[0])
    found = attack(
        document,
        stages / "guest",
        what,
        read_seat_file if is_seat else read_revealed,
        lambda path: call.verify(path.with_suffix(".seat")),
        lines if is_seat else None,
    )
    assert min(found.values()) > 0, found


@pytest.mark.skipif(os.name == "nt", reason="there are no such permissions")
def test_files_with_secrets_are_their_owners_alone(call, stages):
    for path in [*stages.glob("guest/*"), *stages.glob("host/*")]:
        if path.name != "came.json":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert {path.suffix for path in stages.glob("guest/*")} == {".json", ".txt", ".seat", ".revealed"}


@pytest.mark.skipif(os.name == "nt", reason="there are no such permissions")
def test_a_seat_file_that_others_could_read_is_taken_from_them(call, stages):
    own = stages / "guest-letter" / "own.seat"
    own.chmod(0o644)
    call.mail(stages / "guest-letter" / "came.json", TYPED)
    assert stat.S_IMODE(own.stat().st_mode) == 0o600


def test_nothing_is_written_through_planted_links(call, stages):
    victim = stages / "victim"
    victim.write_text("untouched")
    work = stages / "host-acceptance"
    for name in ("t.save.new", "t.save.table.new", "turn-000-smuggler.txt", "t.save.table.part"):
        (work / name).symlink_to(victim)
    call.mail(work / "came.json")
    assert victim.read_text() == "untouched"
    assert not (work / "turn-000-smuggler.txt").is_symlink()
