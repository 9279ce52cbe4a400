"""Messages as anybody may have written them: what is none is refused, and nothing else comes of it."""

from __future__ import annotations

import json
from typing import Any, Literal, get_args, get_origin

import pytest
from attrs import evolve, has

from bombsight.boundary.codec.decoding import shape_of
from bombsight.boundary.codec.members import data_fields, typed_fields
from bombsight.boundary.errors import InputError
from bombsight.boundary.texts import MAX_TEXT_LENGTH
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import Origin
from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ThingShown
from bombsight.runtime.events.views import RollView, SayView
from bombsight.service.common.document import Document
from bombsight.service.seats.guest.seat_file import SeenState
from bombsight.service.seats.mail.mail_documents import Acceptance, Letter, MailDocument, Opened, Reply, Wanted
from bombsight.service.seats.protocol.codec import (
    MAX_HOST_MESSAGE_BYTES,
    MAX_SEAT_MESSAGE_BYTES,
    MESSAGE_FORM,
    decode_host_message,
    decode_message,
    decode_seat_message,
    documents_by_name,
    encode_message,
)
from bombsight.service.seats.protocol.commitments import MAX_MOVE
from bombsight.service.seats.protocol.host_messages import (
    Again,
    Awaited,
    HostMessage,
    Looked,
    Reasons,
    Revealed,
    ShareWanted,
    Turn,
)
from bombsight.service.seats.protocol.name_messages import NamesShown, NamesWanted, Rename
from bombsight.service.seats.protocol.seat_messages import (
    Answered,
    Hello,
    Look,
    SeatMessage,
    Share,
    ShareRefused,
    Thrown,
    Why,
)
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import (
    MAX_SAVE_LINE_LENGTH,
    UndoAsked,
    Undone,
    UndoRefused,
    UndoReply,
    UndoRequest,
)
from bombsight.service.seats.verification.checked import Checked
from tests.narrowing import narrow
from tests.service.seats.table import answer, arbiter

SHARE = "12" * 32

PLAIN = {"number": 0, "names": ["a"], "together": False, "move": 0, "share": ""}
"""An answer as it stands in a message."""

HELLO = Hello(share="12" * 32, have=3, asks="sensible")


def changed(message: Document, **more: object) -> str:
    """A message with some of it written otherwise."""
    return json.dumps(json.loads(encode_message(message)) | more)


def test_the_versions_in_which_letters_and_messages_are_written_are_these():
    """Who raises one turns away what others have kept: it is raised on purpose, or not at all."""
    second = (Awaited, SeenState, Share, ShareRefused, ShareWanted, Why)
    undos = (UndoAsked, UndoRefused, UndoReply, UndoRequest, Undone, NamesShown, NamesWanted, Rename, Thrown)
    third = (Acceptance, Opened, Wanted, Reply, Answered, Look, Looked, Reasons)
    fourth, sixth = (Hello, Revealed, Checked, Letter, Seated), (Turn,)
    assert Waits.version == 5
    assert [kind.version for kind in (*second, *undos)] == [2] * (len(second) + len(undos))
    assert [kind.version for kind in third] == [3] * len(third)
    assert [kind.version for kind in fourth] == [4] * len(fourth)
    assert [kind.version for kind in sixth] == [6] * len(sixth)


def dice_in(message: str) -> Dice:
    """The dice of the first event of a turn, which is a roll."""
    return narrow(RollView, narrow(Turn, decode_host_message(message)).events[0]).dice


def test_dice_of_a_turn_are_read_as_older_versions_wrote_them():
    rolled = RollView(
        table=None, title="", dice=Dice(2, 6, "highest"), faces=(3, 4), natural=4, modifiers=(), total=4, row=None
    )
    with arbiter() as at:
        turn = evolve(at.make_turn("smuggler"), events=(rolled,))
    line = json.loads(encode_message(turn))
    (event,) = line["events"]
    assert event["dice"] == {"count": 2, "sides": 6, "keep": "highest", "kept": 1, "others": [], "single": False}
    assert dice_in(json.dumps(line)) == rolled.dice

    event["dice"] = {"count": 2, "sides": 6, "keep": "highest"}
    assert dice_in(json.dumps(line)) == rolled.dice

    event["dice"] = "highest of 2d6"
    assert dice_in(json.dumps(line | {"version": 3})) == rolled.dice

    for none_such in ("some of 2d6", {"count": 2, "sides": 6, "keep": "middling"}):
        event["dice"] = none_such
        with pytest.raises(InputError, match="no message that belongs here"):
            decode_host_message(json.dumps(line))


def test_the_name_that_a_line_would_have_otherwise_is_told_to_nobody():
    with arbiter() as at:
        turn = at.make_turn("smuggler")
    line = SayView(origin=Origin(), text="Nell is seen.", unnamed="The cutter is seen.")
    (event,) = json.loads(encode_message(evolve(turn, events=(line,))))["events"]
    assert (event["text"], "unnamed" in event) == ("Nell is seen.", False)


def test_what_is_told_and_said_is_read_as_it_was():
    with arbiter() as at:
        for message in (
            at.make_seated("smuggler"),
            at.make_turn("smuggler"),
            at.make_state_message("smuggler"),
            Waits(seal="ab"),
        ):
            assert encode_message(decode_host_message(encode_message(message))) == encode_message(message)
        given = answer(at.make_turn("smuggler"))
    for message in (given, HELLO, Look()):
        assert decode_seat_message(encode_message(message)) == message


@pytest.mark.parametrize(
    "line",
    [
        changed(HELLO, asks="evil"),
        changed(HELLO, have="3"),
        changed(HELLO, have=True),
        changed(HELLO, have=3.0),
        changed(HELLO, have=2**64),
        changed(HELLO, share=12),
        changed(HELLO, more=1),
        changed(HELLO, share="\ud800"),
        changed(HELLO, share="a\0"),
        changed(HELLO, document=["hello"]),
        changed(HELLO, document="turn"),
        changed(HELLO, share="x" * MAX_SEAT_MESSAGE_BYTES),
        changed(Answered(number=0, names=("a",)), names="abc"),
        changed(Answered(number=0, names=("a",)), names={"a": 1}),
        encode_message(HELLO).replace('"have":3', '"have":3,"have":4'),
        encode_message(HELLO).replace('"have":3', '"have":NaN'),
        encode_message(HELLO).replace('"have":3', '"have":' + "9" * 5000),
        encode_message(HELLO).replace('"have":3', '"have":' + "[" * 5000 + "]" * 5000),
        encode_message(HELLO)[:-1],
        "[]",
        "null",
        "",
    ],
)
def test_a_message_that_is_none_is_refused(line):
    for given in (line, line.encode(errors="surrogatepass")):
        with pytest.raises(InputError, match="no message that belongs here"):
            decode_seat_message(given)


def test_bytes_that_are_no_text_are_refused():
    for given in (b"\xff\xfe{}", b"\xff", encode_message(HELLO).encode("utf-16")[:-1]):
        with pytest.raises(InputError):
            decode_seat_message(given)


def test_a_message_of_another_version_is_refused_and_told_so():
    for version in (1, 5, "2", 2.0, True):
        with pytest.raises(InputError, match="version"):
            decode_seat_message(changed(HELLO, version=version))


def classes_within(hint: Any, met: set[Any]) -> set[Any]:
    """The classes that a type is made of, besides those that were met."""
    if hint in met or get_origin(hint) is Literal or hint in MESSAGE_FORM.scalars:
        return met
    if isinstance(hint, type) and has(hint):
        met.add(hint)
    parts = [each.type for each in typed_fields(hint)] if hint in met else get_args(hint)
    for part in parts:
        classes_within(part, met)
    return met


@pytest.mark.parametrize(
    "kind", get_args(HostMessage) + get_args(SeatMessage) + get_args(MailDocument), ids=lambda kind: kind.document
)
def test_every_attribute_of_a_message_can_be_read(kind):
    for each in classes_within(kind, set()):
        assert len(shape_of(each, MESSAGE_FORM).members) == len(data_fields(each, MESSAGE_FORM))


def test_texts_are_bounded_and_lines_of_a_save_are_longer():
    assert decode_host_message(encode_message(Waits(seal="x" * MAX_TEXT_LENGTH)))
    with pytest.raises(InputError):
        decode_host_message(encode_message(Waits(seal="x" * (MAX_TEXT_LENGTH + 1))))
    revealed = Revealed(key="ab", shares={}, given_up="", save=("x" * MAX_SAVE_LINE_LENGTH,))
    assert decode_host_message(encode_message(revealed)) == revealed
    mistakes: tuple[object, ...] = (("x" * (MAX_SAVE_LINE_LENGTH + 1),), "text", ({},))
    for wrong in mistakes:
        with pytest.raises(InputError):
            decode_host_message(changed(revealed, save=wrong))
    with pytest.raises(InputError):
        decode_host_message(changed(revealed, more=1))


def test_what_the_arbiter_tells_is_bounded():
    with pytest.raises(InputError):
        decode_host_message(" " * (MAX_HOST_MESSAGE_BYTES + 1))


@pytest.mark.parametrize("name", ["x/../../PWNED", "/../../PWNED", "..", "k\x1b[2J", "", "a" * 65, "a b"])
def test_seats_and_tokens_are_names_as_they_are_read(name):
    with arbiter() as at:
        seated, turn = at.make_seated("smuggler"), at.make_turn("smuggler")
    kinds = documents_by_name(MailDocument)
    for own in (
        Acceptance(token="ab", seat="north", hello=HELLO, share="", root=""),
        Opened(token="ab", seat="north", share=None),
        Wanted(token="ab", seated=seated, wanted=None),
    ):
        assert encode_message(decode_message(encode_message(own), kinds)) == encode_message(own)
        for more in ({"token": name}, {"seat": name}):
            with pytest.raises(InputError):
                decode_message(changed(own, **more), kinds)
    waits, awaited = Waits(seal="ab", guests=("north",)), Awaited(seats=("north",))
    revealed = Revealed(key="ab", shares={}, given_up="north", save=(), void="north")
    changes: list[tuple[Document, dict[str, Any]]] = [
        (waits, {"guests": [name]}),
        (awaited, {"seats": [name]}),
        (seated, {"anchors": {name: SHARE}}),
        (seated, {"autos": [name]}),
        (revealed, {"shares": {name: SHARE}}),
        (revealed, {"moves": [{"seat": name, "answered": PLAIN, "asks": "all"}]}),
        (revealed, {"pending": {"seat": "", "answered": None, "asks": "all", "shares": {name: SHARE}}}),
        *([(seated, {"host": name}), (revealed, {"void": name}), (revealed, {"given_up": name})] if name else []),
    ]
    for message, change in changes:
        with pytest.raises(InputError):
            decode_host_message(changed(message, **change))
    with pytest.raises(InputError):
        decode_host_message(changed(seated, seat=name))
    with pytest.raises(InputError):
        decode_host_message(changed(seated, seats=[{"name": name, "title": "North"}]))
    if name:
        with pytest.raises(InputError):
            decode_host_message(changed(turn, turn=name))


@pytest.mark.parametrize(
    ("own", "more"),
    [
        *[(HELLO, {"anchor": wrong}) for wrong in ("ab", "AB" * 32, "zz" * 32, "ab" * 33)],
        *[(HELLO, {"share": "ab"}), (HELLO, {"have": -1}), (Why(event=0), {"event": -1})],
        *[(Share(move=0, share=SHARE), {"share": wrong}) for wrong in ("", "ab", SHARE[:-1] + "\n")],
        *[(Share(move=0, share=SHARE), {"move": wrong}) for wrong in (-1, MAX_MOVE + 1)],
        *[(ShareRefused(move=0, message=""), {"move": wrong}) for wrong in (-1, MAX_MOVE + 1)],
        *[(Answered(number=0, names=()), {"move": wrong}) for wrong in (-1, MAX_MOVE + 1)],
        *[(Answered(number=0, names=()), more) for more in ({"number": -1}, {"share": "ab"})],
    ],
)
def test_shares_and_numbers_of_moves_are_such(own, more):
    assert decode_seat_message(encode_message(own)) == own
    with pytest.raises(InputError, match="no message that belongs here"):
        decode_seat_message(changed(own, **more))
    wanted = ShareWanted(move=1, committed="ab")
    for wrong in ({"move": 0}, {"move": MAX_MOVE + 1}, {"number": 0}):
        with pytest.raises(InputError, match="no message that belongs here"):
            decode_host_message(changed(wanted, **wrong))


def test_what_cannot_be_is_refused():
    with arbiter() as at:
        turn, looked = at.make_turn("smuggler"), at.make_state_message("smuggler")
    for more in ({"start": -1}, {"number": -1}, {"moves": -1}, {"moves": MAX_MOVE + 1}):
        with pytest.raises(InputError):
            decode_host_message(changed(turn, **more))
    asked = json.loads(encode_message(turn))["question"]
    wrong: tuple[dict[str, Any], ...] = ({"preferred": len(asked["options"])}, {"preferred": -2}, {"options": []})
    for other in wrong:
        with pytest.raises(InputError):
            decode_host_message(changed(turn, question=asked | other))
    offered = len(asked["options"])
    for again in (Again(most=offered, preferred=(0,)), Again(most=1, preferred=())):
        assert narrow(Turn, decode_host_message(encode_message(evolve(turn, again=again)))).again == again
    for again in (
        Again(most=0, preferred=()),
        Again(most=offered + 1, preferred=()),
        Again(most=2, preferred=(0, 0)),
        Again(most=1, preferred=(0, 1)),
        Again(most=1, preferred=(-1,)),
        Again(most=1, preferred=(offered,)),
    ):
        with pytest.raises(InputError):
            decode_host_message(encode_message(evolve(turn, again=again)))
    question = turn.question
    assert decode_host_message(encode_message(evolve(turn, rows=(question, question))))
    groups: tuple[dict[str, Any], ...] = (
        {"rows": (question,)},
        {"rows": (question,) * 61},
        {"rows": (question,) * 2, "question": None},
    )
    for group in groups:
        with pytest.raises(InputError):
            decode_host_message(encode_message(evolve(turn, **group)))
    sheet = json.loads(encode_message(looked))["sheet"]
    sheet[0]["lines"][0] |= {"is_list": False, "values": []}
    with pytest.raises(InputError):
        decode_host_message(changed(looked, sheet=sheet))


def test_a_board_holds_its_places_and_can_be_drawn():
    thing = ThingShown(marks=(MarkShown(text="x", tone="", column=0),))
    place = PlaceShown(name="a", title="A", row=1, column=2, columns=1, things=(thing,))
    board = BoardShown(name="b", title="B", layout="plan", rows=2, columns=3, places=(place,), notes=())

    def shown(**more: Any) -> Looked:
        return Looked(sheet=(), boards=(evolve(board, **more),))

    assert decode_host_message(encode_message(shown())) == shown()
    far = ThingShown(marks=(MarkShown(text="x", tone="", column=10**6),))
    for more in (
        {"rows": 1},
        {"columns": 2},
        {"rows": 2_000},
        {"rows": 20_000, "layout": "map"},
        {"places": (evolve(place, row=-1),)},
        {"places": (evolve(place, columns=0),)},
        {"places": (evolve(place, rows=2),)},
        {"places": (evolve(place, things=(far,)),)},
    ):
        with pytest.raises(InputError):
            decode_host_message(encode_message(shown(**more)))
    assert decode_host_message(encode_message(shown(rows=2_000, layout="map")))
