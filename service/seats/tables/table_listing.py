"""The list of the user's tables: games for two that he hosts, has joined or plays by mail, and whose turn it is.

It plays nothing and needs no rules: the host's record says whose turn it is, and a seat's file by its last messages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeVar, assert_never, cast

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.service.common.document import Document
from bombsight.service.play.start import table_path
from bombsight.service.seats.guest.seat_file import StoredMessage, TableAddress
from bombsight.service.seats.hosting.table_record import TableRecord, read_table
from bombsight.service.seats.protocol.codec import decode_message, documents_by_name
from bombsight.service.seats.protocol.host_messages import ShareWanted, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp, Share, Thrown
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.protocol.undos import Undone, UndoReply, UndoRequest
from bombsight.service.seats.visibility.referee import REFEREE_SEAT, REFEREE_TITLE

TableState = Literal["own turn", "other's turn", "share", "acceptance", "sent", "open", "over"]
"""Where a table stands for its player: he is to answer; another is; a share of the dice is missing; somebody has not
sat down; his answer is on its way; it goes on, and an older version kept no more; it is over."""

TableKind = Literal["hosted", "hosted by mail", "joined", "by mail", "one keyboard"]
"""How a player takes part in a table."""

COMMAND_OPTIONS = frozenset(("--resume", "--watch", "--two"))
"""The options in commands that go on with a table; all else behind the first two words is a path."""

KIND_PATTERN = re.compile(rb'\{"document":"([a-z_]+)"')
"""Matches the beginning of a message's line, with its kind."""

M = TypeVar("M", bound=Document)


@frozen(kw_only=True)
class TableSummary:
    """The summary of a table of the user's.

    Attributes:
        kind: How he takes part.
        file: The save of a hosted table, or the file of his seat.
        game: The game's id; empty if it is not known yet.
        title: Its title.
        seats: The titles of all seats.
        seat: The title of the user's own; empty for a host who does not play, and at one keyboard, where both are.
        played: The time when it was last played, as `YYYY-MM-DDThh:mm:ssZ`.
        state: Where it stands.
        where: Where it stands, in words.
        command: How to go on, as a program and its arguments; empty while nothing can be done but wait for mail.
        problem: Why it cannot be read; empty if it can.
    """

    kind: TableKind
    file: str
    game: str = ""
    title: str = ""
    seats: tuple[str, ...] = ()
    seat: str = ""
    played: str
    state: TableState = "open"
    where: str = ""
    command: tuple[str, ...] = ()
    problem: str = ""


def last_played(path: Path) -> str:
    """Return when a file was last written, as `YYYY-MM-DDThh:mm:ssZ`."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def describe_state(state: TableState, who: str) -> str:
    """Describe where a table stands in words; `who` are the titles of those who are waited for."""
    match state:
        case "own turn":
            return "your turn"
        case "other's turn":
            return f"{who} decides"
        case "share":
            return f"waits for the share of the dice of {who}"
        case "acceptance":
            return f"waits for {who} to sit down"
        case "sent":
            return "your answer is on its way"
        case "open":
            return "goes on"
        case "over":
            return "over"
        case _:
            assert_never(state)


# --- hosted tables


def summarize_hosted_table(save: Path, game: str, title: str, *, has_ended: bool) -> TableSummary:
    """Summarize a table that the user hosts.

    Args:
        save: The save, with the table's record beside it.
        game: The game's id.
        title: Its title.
        has_ended: Whether the save says that the game is over.
    """
    played = max(last_played(save), last_played(table_path(save)))
    try:
        table = read_table(save)
    except InputError as error:
        return TableSummary(kind="hosted", file=str(save), played=played, problem=error.message)
    state, awaited = find_hosted_state(table, has_ended=has_ended)
    who = " and ".join(title_of_seat(table.titles, seat) for seat in awaited)
    kind: TableKind = "hosted" if table.port else "hosted by mail"
    go_on = ("bombsight", "host", "--resume") if table.port else ("bombsight", "mail")
    command = ("bombsight", "replay", "--watch", str(save)) if state == "over" else (*go_on, str(save))
    return TableSummary(
        kind=kind,
        file=str(save),
        game=game,
        title=title,
        seats=tuple(title_of_seat(table.titles, seat) for seat in seats_of_record(table)),
        seat=title_of_seat(table.titles, table.own) if table.own else "",
        played=played,
        state=state,
        where=describe_state(state, who),
        command=command,
    )


def find_hosted_state(table: TableRecord, *, has_ended: bool) -> tuple[TableState, tuple[str, ...]]:
    """Find where a hosted table stands, and the seats that are waited for."""
    if has_ended or table.void or table.given_up or table.turn == "":
        return "over", ()
    pending = table.pending
    if not table.has_begun and pending is None:
        return "acceptance", tuple(seat for seat in sorted(table.tokens) if seat not in table.accepted)
    if pending is not None:
        return "share", tuple(seat for seat in table.guests if seat not in pending.shares)
    if table.turn is None:
        return "open", ()
    return ("own turn", ()) if table.turn == table.own else ("other's turn", (table.turn,))


def seats_of_record(table: TableRecord) -> tuple[str, ...]:
    """Return the names of all seats of a table, as its record knows them: in the order of the rules if it can."""
    known = [table.own, *table.tokens, *table.autos]
    return tuple(table.titles) or tuple(seat for seat in known if seat)


def title_of_seat(titles: Mapping[str, str], seat: str) -> str:
    """Return the title of a seat, or its name in words if no title is kept."""
    return titles.get(seat, seat.replace("_", " "))


# --- joined tables


def summarize_seat_file(path: Path) -> TableSummary:
    """Summarize a table that the user has joined, or plays by mail, from his seat's file."""
    played = last_played(path)
    try:
        lines = read_input_file(str(path)).split(b"\n")[:-1]
        seated = find_last_message(lines, Seated)
        origin = find_last_message(lines, TableAddress)
        state, other = find_seat_state(lines, path)
    except InputError as error:
        return TableSummary(kind="joined", file=str(path), played=played, problem=error.message)
    titles = {} if seated is None else {seat.name: seat.title for seat in seated.seats}
    is_by_mail = origin is not None and not origin.place
    host = title_of_seat(titles, seated.host) if seated is not None and seated.host else "the host"
    who = title_of_seat(titles, other) if other else "the others" if state == "acceptance" else host
    return TableSummary(
        kind="by mail" if is_by_mail else "joined",
        file=str(path),
        game="" if seated is None else seated.game,
        title="" if seated is None else seated.title,
        seats=tuple(titles.values()),
        seat="" if seated is None else title_of_seat({**titles, REFEREE_SEAT: REFEREE_TITLE}, seated.seat),
        played=played,
        state=state,
        where=describe_seat_state(state, who, host, origin),
        command=find_command(path, origin, state),
    )


def find_seat_state(lines: list[bytes], path: Path) -> tuple[TableState, str]:
    """Find where a table stands by the lines of a seat's file, and the seat that decides if that is another."""
    if path.with_suffix(".revealed").exists():
        return "over", ""
    turn = find_last_message(lines, Turn)
    if turn is None:
        return "acceptance", ""
    seated = find_last_message(lines, Seated)
    answer = find_last_message(lines[find_last_index(lines, (Undone,)) + 1 :], Answered)
    if find_last_message(lines, GiveUp) is not None or not turn.turn:
        return "over", ""
    if answer is not None and answer.number == turn.number and turn.question is not None:
        return "sent", ""
    if has_replied_by_mail(lines):
        return "sent", ""
    wanted = find_last_message(lines, ShareWanted)
    if wanted is not None and wanted.move > turn.moves:
        return "share", ""
    is_own = seated is not None and turn.turn == seated.seat
    return ("own turn", "") if is_own else ("other's turn", turn.turn)


def has_replied_by_mail(lines: list[bytes]) -> bool:
    """Whether the player of a seat has sent something behind the last letter that came: a share, a throw, an undo."""
    origin = find_last_message(lines, TableAddress)
    if origin is None or origin.place:
        return False
    since = lines[find_last_index(lines, (TableAddress,)) + 1 :]
    reply = find_last_message(since, UndoReply)
    has_agreed = reply is not None and reply.agrees
    return has_agreed or find_last_index(since, (Share, Answered, Thrown, UndoRequest)) >= 0


def find_last_index(lines: list[bytes], kinds: tuple[type[Document], ...]) -> int:
    """Return the index of the last message of some classes in the lines of a seat's file; -1 if there is none."""
    names = {kind.document.encode() for kind in kinds}
    found = (KIND_PATTERN.match(line) for line in lines)
    return max((at for at, match in enumerate(found) if match is not None and match[1] in names), default=-1)


def find_last_message(lines: list[bytes], kind: type[M]) -> M | None:
    """Decode the last message of a class in the lines of a seat's file; None if there is none.

    Raises:
        InputError: It cannot be decoded.
    """
    name = kind.document.encode()
    for line in reversed(lines):
        found = KIND_PATTERN.match(line)
        if found is not None and found[1] == name:
            return cast(M, decode_message(line, documents_by_name(StoredMessage)))
    return None


def find_command(path: Path, origin: TableAddress | None, state: TableState) -> tuple[str, ...]:
    """Return the command by which the player of a seat goes on; empty if nothing kept tells where the table is."""
    if state == "over":
        return ("bombsight", "verify", str(path))
    if origin is None or origin.place:
        return ("bombsight", "join", str(path))
    is_due = state == "own turn" and Path(origin.letter).is_file()
    return ("bombsight", "mail", origin.letter) if is_due else ()


def describe_seat_state(state: TableState, who: str, host: str, origin: TableAddress | None) -> str:
    """Describe where a table stands for a guest in words; by mail, also which letter is to be answered or awaited.

    Args:
        state: Where it stands.
        who: The titles of those who are waited for.
        host: The title of the host, who writes the letters.
        origin: Where the table is found; None if the file does not say.
    """
    if origin is None or origin.place:
        return describe_state(state, who)
    match state:
        case "own turn":
            if Path(origin.letter).is_file():
                return describe_state(state, who)
            return f"your turn, but the letter is no longer at {origin.letter}: save it once more"
        case "acceptance" | "sent":
            return f"your reply is on its way; the next letter from {host} is awaited"
        case "other's turn" | "share" | "open":
            return f"the next letter from {host} is awaited"
        case "over":
            return describe_state(state, who)
        case _:
            assert_never(state)


def read_origin(path: Path) -> TableAddress | None:
    """Read where the table of a seat's file is found; None if the file does not say.

    Raises:
        InputError: It cannot be read.
    """
    return find_last_message(read_input_file(str(path)).split(b"\n")[:-1], TableAddress)
