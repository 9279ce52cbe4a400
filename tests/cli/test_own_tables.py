"""Tables among one's saves: whose turn it is, and how each goes on, without running any rules."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from attrs import evolve

from bombsight.service.saves import saved_rules, status
from bombsight.service.saves.listing import list_saves
from bombsight.service.saves.save_index import is_seat_file
from bombsight.service.seats.hosting.table_record import read_table, write_table
from tests.cli.seated_tables import COVE, HOST, address_and_token, begin_processes, mail


@pytest.fixture
def table(shell):
    yield from begin_processes(shell)


def standing(shell, folder: str = ".") -> dict[str, tuple[str, str]]:
    """Where each table in a folder stands, by its file, and the last argument of the command to go on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saved_rules, "rules_of_save", None)
        patch.setattr(status, "rules_of_save", None)
        tables = list_saves(Path(folder)).tables
    return {Path(each.file).name: (each.where, Path(each.command[-1] if each.command else "").name) for each in tables}


def test_each_side_lists_whose_turn_it_is_by_mail(shell):
    _, invitation = mail(shell, "host", COVE, "--save", "t.save", "--seat", "keeper")
    own = "guest/bombsight/saves"
    assert standing(shell)["t.save"] == ("waits for the smuggler to sit down", "t.save")
    _, acceptance = mail(shell, "guest", invitation)
    assert [*standing(shell, own).values()] == [sent("the host")]
    _, letter = mail(shell, "host", acceptance)
    assert standing(shell)["t.save"] == ("the smuggler decides", "t.save")
    mail(shell, "guest", letter, typed=("quit",))
    assert [*standing(shell, own).values()] == [("your turn", letter.name)]
    _, reply = mail(shell, "guest", letter, typed=("2",))
    assert [*standing(shell, own).values()] == [sent("the keeper")]
    mail(shell, "host", reply, typed=("quit",))
    assert standing(shell)["t.save"] == ("your turn", "t.save")
    _, wanted = mail(shell, "host", "t.save", typed=("",))
    assert standing(shell)["t.save"] == ("waits for the share of the dice of the smuggler", "t.save")
    shown = shell.call("saves", ".").stdout
    assert "Games for two\nThe Cove" in shown
    assert "you host, by mail; you are the keeper, with the smuggler" in " ".join(shown.split())
    mail(shell, "guest", wanted)
    assert [*standing(shell, own).values()] == [sent("the keeper")]


def sent(host: str) -> tuple[str, str]:
    """Where a table by mail stands when its guest has sent a reply, and no command."""
    return f"your reply is on its way; the next letter from {host} is awaited", ""


def test_a_letter_that_is_gone_is_named_and_a_request_for_an_undo_is_a_reply(shell):
    _, invitation = mail(shell, "host", COVE, "--save", "t.save", "--seat", "keeper", "--seed", "1")
    _, letter = mail(shell, "host", mail(shell, "guest", invitation)[1])
    _, reply = mail(shell, "guest", letter, typed=("2",))
    _, letter = mail(shell, "host", reply, typed=("", "", ""))
    own = "guest/bombsight/saves"
    mail(shell, "guest", letter, typed=("quit",))
    kept = letter.read_text()
    letter.unlink()
    ((where, command),) = standing(shell, own).values()
    assert (where.startswith("your turn, but the letter is no longer at"), command) == (True, "")
    letter.write_text(kept)
    mail(shell, "guest", letter, typed=("undo",))
    assert [*standing(shell, own).values()] == [sent("the keeper")]


def test_a_record_of_an_older_version_says_only_that_its_table_goes_on(shell):
    _, invitation = mail(shell, "host", COVE, "--save", "t.save", "--seat", "keeper", "--seed", "1")
    mail(shell, "host", mail(shell, "guest", invitation)[1])
    write_table(evolve(read_table(Path("t.save")), turn=None, titles={}), Path("t.save"))
    assert standing(shell)["t.save"] == ("goes on", "t.save")


def test_a_guest_sits_down_again_by_the_file_of_his_seat_and_types_no_token(shell, table):
    host = table(*HOST)
    address, token = address_and_token(host)
    guest = table("join", address, "--keep", "own.seat")
    guest.types(token)
    guest.shows("where the boat lands")
    guest.types("quit")
    assert "To sit down again: bombsight join" in guest.ends()
    assert stat.S_IMODE(Path("own.seat").stat().st_mode) == 0o600
    listed = shell.json("saves")["tables"]
    assert [(each["kind"], each["state"], each["command"][1]) for each in listed if each["kind"] == "joined"] == [
        ("joined", "own turn", "join")
    ]
    shown = shell.call("saves").stdout
    assert "bombsight host --resume " in shown
    assert "./--" not in shown
    again = table("join", "own.seat")
    again.shows("Hour 1: where the boat lands")
    assert token not in again.path.read_text()
    refused = shell.call("join", "own.seat", "--keep", "own.seat")
    assert "the seat is named twice" in refused.stderr
    Path("own.revealed").write_text("")
    assert "this table is over" in shell.call("join", "own.seat").stderr


def test_a_guest_at_a_new_address_finds_his_seat_by_its_token(shell, table):
    host = table(*HOST)
    address, token = address_and_token(host)
    guest = table("join", address)
    guest.types(token)
    guest.shows("where the boat lands")
    guest.types("2")
    host.shows("Where the great lamp turns")
    for side in (guest, host):
        side.kill()
    host = table("host", "--resume", "t.save", "--listen", "127.0.0.2", "--port", "0")
    new_address, same_token = address_and_token(host)
    assert (new_address != address, same_token) == (True, token)
    guest = table("join", new_address)
    guest.types(token)
    guest.shows("Where you were")
    guest.shows("the keeper decides")


def test_a_game_at_one_keyboard_is_listed_with_the_way_to_go_on(shell):
    shell.call("play", COVE, "--two", "--save", "two.save", "--path", COVE.parent, input="quit\n")
    (one,) = shell.json("saves")["tables"]
    assert (one["kind"], one["where"], one["command"][2:]) == (
        "one keyboard",
        "the smuggler decides",
        [str(shell.folder / "two.save"), "--two"],
    )
    assert "The smuggler decides  at this device: the keeper and the smuggler" in shell.call("saves").stdout


def test_a_table_says_whose_turn_it_is_after_an_undo(shell):
    mail(shell, "host", COVE, "--save", "t.save", "--seat", "keeper", "--seed", "1")
    acceptance = mail(shell, "guest", "invitation-smuggler.txt")[1]
    _, reply = mail(shell, "guest", mail(shell, "host", acceptance)[1], typed=("2",))
    mail(shell, "host", reply, typed=("", "", ""))
    assert standing(shell)["t.save"][0] == "the smuggler decides"
    _, asks = mail(shell, "host", "t.save", "--take-back")
    mail(shell, "host", mail(shell, "guest", asks, typed=("yes",))[1], typed=("quit",))
    assert standing(shell)["t.save"] == ("your turn", "t.save")


def test_a_port_that_is_taken_is_named_with_the_way_out(shell, table):
    host = table(*HOST)
    address, _ = address_and_token(host)
    host.kill()
    other = table("host", COVE, "--listen", "127.0.0.1", "--save", "u.save", "--port", address.rpartition(":")[2])
    address_and_token(other)
    refused = shell.call("host", "--resume", "t.save", "--path", COVE.parent)
    assert refused.exit_code == 2
    assert "Name another: --port N" in refused.stderr


def test_a_seats_file_is_known_by_whatever_it_may_begin_with(tmp_path):
    """That of a page begins with a mark of its own."""
    for kind in ("played_in_page", "table_address", "root", "waits", "hello"):
        path = tmp_path / f"{kind}.seat"
        path.write_text(f'{{"document":"{kind}","version":2}}\n')
        assert is_seat_file(path)
