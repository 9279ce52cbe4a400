"""Tables that an older version began go on by the way of then, and are verified as what they were.

``older/`` holds one of the cove that was left in the middle, and one that ended, as that version kept them.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer
from bombsight.service.seats.guest.guest import GuestClient
from bombsight.service.seats.guest.seat_file import SeatFile, read_revealed, read_seat_file
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.hosting.table_record import read_table
from bombsight.service.seats.mail.mail_documents import Letter
from bombsight.service.seats.mail.mail_file import read_mail
from bombsight.service.seats.protocol.commitments import Secret, generate_secret
from bombsight.service.seats.protocol.host_messages import Revealed, Turn
from bombsight.service.seats.protocol.seat_messages import Hello
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.narrowing import narrow, unwrap
from tests.service.seats.table import COVE, RULES, people_at, play_on

OLDER = COVE.parent / "older"


@pytest.fixture
def begun(tmp_path) -> Path:
    """The folder of the table that was left in the middle, with the file of its guest."""
    for path in OLDER.glob("begun.*"):
        shutil.copy(path, tmp_path)
    (tmp_path / "begun.seat").rename(tmp_path / "smuggler.seat")
    return tmp_path


def test_a_table_goes_on_by_the_way_it_was_begun_by(begun):
    table = resume_table(begun / "begun.save", RULES)
    people = people_at(table, begun)
    play_on(*people)
    own, revealed = people[1].file.messages, people[1].last(Revealed)
    assert [each for each in own if isinstance(each, Seated)] == [own[2]]
    records = read_save(str(table.save)).records
    assert all(each.seed is None for each in records if isinstance(each, Answer))
    found = verify_seat_messages(own, revealed, RULES)
    assert found.faults == ()
    assert any("begun by an older version" in each for each in found.unknown)
    table.hall.close()


def test_a_table_that_ended_is_verified_as_what_it_was_but_no_share_of_nobody_is_taken():
    own, revealed = read_seat_file(OLDER / "ended.seat"), read_revealed(OLDER / "ended.revealed")
    found = verify_seat_messages(own, revealed, RULES)
    assert (found.faults, found.answers) == ((), 12)
    assert any("knew the dice to come, or chose them" in each for each in found.unknown)
    shares = {**revealed.shares, "zz": generate_secret()}
    forged = evolve(revealed, shares=shares)
    assert "shares of seats that there are none of: zz" in verify_seat_messages(own, forged, RULES).faults
    assert "not made of" in verify_seat_messages(own, evolve(revealed, key=generate_secret()), RULES).faults[-1]
    turn = next(number for number, each in enumerate(own) if isinstance(each, Turn))
    own[turn] = evolve(narrow(Turn, own[turn]), events=narrow(Turn, own[turn]).events[:-1])
    assert "less was told" in verify_seat_messages(own, revealed, RULES).faults[0]


def test_a_letter_of_then_is_read():
    letter = read_mail(OLDER / "turn-004-smuggler.json")
    assert isinstance(letter, Letter)
    assert (letter.turn.number, letter.seated.protocol, letter.turn.moves) == (4, 1, 0)


def test_a_table_that_had_not_begun_begins_by_the_way_of_now(begun):
    path = begun / "begun.save.table"
    path.write_text(path.read_text().replace('"has_begun": true', '"has_begun": false'))
    save = begun / "begun.save"
    save.write_bytes(save.read_bytes().splitlines(keepends=True)[0])
    (begun / "smuggler.seat").unlink()
    table = resume_table(save, RULES)
    assert (read_table(save).protocol, read_table(save).shares) == (2, {})
    people = people_at(table, begun)
    play_on(*people)
    assert verify_seat_messages(people[1].file.messages, people[1].last(Revealed), RULES).faults == ()
    table.hall.close()


def test_nobody_sits_down_anew_at_a_table_whose_host_could_choose_the_dice(tmp_path):
    guest = GuestClient(SeatFile.open(tmp_path / "own.seat"), "all")
    with pytest.raises(InputError, match="its host could choose the dice"):
        guest.handle_message(Waits(seal=Secret.generate().seal))


def test_a_table_of_now_cannot_become_one_of_then(tmp_path):
    file = SeatFile.open(tmp_path / "own.seat")
    guest = GuestClient(file, "all")
    waits = Waits(seal="ab" * 32, protocol=2, guests=("smuggler",))
    assert isinstance(guest.handle_message(waits), Hello)
    with pytest.raises(InputError, match="could choose the dice"):
        guest.handle_message(evolve(waits, protocol=1))


def test_a_table_of_then_cannot_become_one_of_now(begun):
    file = SeatFile.open(begun / "smuggler.seat")
    before = unwrap(file.last_message(Waits))
    assert before.protocol == 1
    kept_so_far = [*file.messages]
    with pytest.raises(InputError, match="settled otherwise before"):
        GuestClient(file, "all").handle_message(evolve(before, protocol=2, guests=("smuggler",)))
    assert [*file.messages] == kept_so_far


def test_an_acceptance_of_then_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "acceptance-smuggler.json"
    path.write_text('{"document":"acceptance","version":2,"token":"x","seat":"smuggler","share":"ab"}\n')
    with pytest.raises(InputError, match="speaks version 2") as refused:
        read_mail(path)
    assert "same version of Bombsight" in refused.value.hint
