"""Whole games of two, in processes that are killed at random moments: at a table, at one keyboard, by mail."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.cli.seated_tables import begin_processes, mail
from tests.cli.whole_tables import Chance, Side, WholeGame, sit_down

UNDONE = "Taken back: "


@pytest.fixture
def begin(shell):
    """What runs processes that end with the test."""
    shell.env["PYTHONUNBUFFERED"] = "1"
    yield from begin_processes(shell)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "chance"),
    [
        ("b17", ("--mission", "20"), Chance(undo=15, kill=12)),
        ("down_in_flames", (), Chance(undo=10, kill=6)),
        ("b17_miniatures", (), Chance(undo=6, kill=4)),
    ],
    ids=["b17", "down_in_flames", "b17_miniatures"],
)
def test_a_game_at_a_table_is_played_to_its_end_though_both_are_killed(shell, begin, game, options, chance):
    whole = WholeGame(sit_down(begin, game, shell.folder, *options), Random(1), chance)
    whole.play()
    assert any(side.killed for side in whole.sides)  # a short mission may ask one of them nothing
    checked = shell.call("verify", "own.seat")
    assert checked.exit_code == 0, checked.stderr
    assert checked.stdout.startswith("All is as it was told"), checked.stdout
    taken_back = sum(side.everything.count("Taken back: your last answer") for side in whole.sides)
    assert checked.stdout.count(UNDONE) >= min(taken_back, 1)
    assert shell.call("replay", "t.save").exit_code == 0


@pytest.mark.slow
def test_a_game_at_one_keyboard_is_played_to_its_end_though_it_is_killed(shell, begin):
    how = ("--two", "--plain", "--ask", "all")
    first = begin("play", "down_in_flames", "--option", "two_players", "--save", "t.save", *how)
    side = Side("both", begin, lambda: ("resume", "t.save", *how), first)
    whole = WholeGame([side], Random(1), Chance(undo=6, kill=8))
    whole.play()
    assert side.killed > 2
    checked = shell.call("verify", "t.save")
    assert checked.exit_code == 0, checked.stderr
    assert checked.stdout.count(UNDONE) >= min(1, side.everything.count(UNDONE))


@pytest.mark.slow
def test_a_game_by_mail_is_played_to_its_end_though_letters_are_lost_and_read_twice(shell):
    """Of each kind the first letter is lost and made again; one is read twice, and one late."""
    _, letter = mail(shell, "host", "down_in_flames", "--option", "two_players", "--save", "t.save")
    lost: set[str] = set()
    early: list[tuple[str, Path, bytes]] = []
    who, before, count = "guest", ("host", None), 0
    while letter is not None:
        kind = letter.name.partition("-")[0]
        content = letter.read_bytes()
        if kind not in lost:
            lost.add(kind)
            letter.unlink()
            writer, read = before
            _, again = mail(shell, writer, "t.save" if writer == "host" else read)
            assert again is not None, kind
            assert again.name == letter.name
            early.append((who, shell.folder / f"late-{letter.name}", content))
        count += 1
        before = who, letter
        shown, reply = mail(shell, who, letter, typed=("",) * 30)
        assert shown.exit_code == 0, (letter, shown.stderr)
        if count % 20 == 0 and reply is not None:  # read twice
            _, twice = mail(shell, who, letter, typed=("",) * 30)
            assert twice == reply, letter
        if count == 40:  # those that were lost come after all
            for reader, path, late in early:
                path.write_bytes(late)
                assert mail(shell, reader, path)[0].exit_code in (0, 2), path
        letter, who = reply, "host" if who == "guest" else "guest"
    assert count > 40
    assert {"invitation", "acceptance", "turn", "answer", "wanted", "share"} <= lost
    (own,) = Path("guest").rglob("*.seat")
    checked = shell.call("verify", own)
    assert checked.stdout.startswith("All is as it was told"), checked.stderr
