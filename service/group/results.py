"""A player's record: the result of his game, and all that is needed to run it again.

Its words are for reading; only the dice and answers count, which :mod:`.verification` runs again. The digest detects
accidental damage, not forgery: that shows in dice that differ from the seed's, or in another story.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen

from bombsight.boundary.archives import unpack_zlib
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.problems import DecodeError
from bombsight.boundary.documents import parse_json
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime.saves.lines import header_line, record_line
from bombsight.runtime.saves.reader import ParsedSave, parse_save, read_save
from bombsight.runtime.saves.records import Answer, Header, OverlayInForce, Record, Throw
from bombsight.runtime.session.replay import replay
from bombsight.runtime.session.session import Session
from bombsight.service.common.decoding import decode_document
from bombsight.service.common.document import Document
from bombsight.service.group.group_file import digest_of_settings, encode_canonical
from bombsight.service.programs.loaders import load
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.saves.status import Counted, status_of_session

MAX_SAVE_SIZE = 6_000_000
"""The maximum size of an unpacked save in bytes: ten times that of the longest campaign."""


@frozen(kw_only=True)
class PlayerResult(Document):
    """The record of a player's game.

    Attributes:
        player: The player's name.
        game: The game's id.
        title: Its title.
        rules: The hash of the rules.
        fixed: The digest of the settings that all players share: rules, mission, options, pins.
        entry: `mission` or `career`.
        args: The values of the entry's parameters: a mission's number.
        seed: The seed of his dice.
        dice: Whether all dice follow the seed, or he threw some himself.
        result: The stable name of the outcome.
        outcome: The display text of the outcome.
        tallies: The tallies at its end.
        save: The packed save: base64 of zlib (RFC 1950).
        digest: SHA-256 of all the rest.
    """

    document = "result"

    player: str
    game: str
    title: str
    rules: str
    fixed: str
    entry: str
    args: tuple[int, ...]
    seed: int
    dice: Literal["seeded", "own"]
    result: str
    outcome: str
    tallies: tuple[Counted, ...]
    save: str
    digest: str = ""

    def with_digest(self) -> PlayerResult:
        """Copy the record, with the digest computed over its other fields."""
        return evolve(self, digest=sha256(encode_canonical(evolve(self, digest="").to_json())).hexdigest())

    @property
    def has_valid_digest(self) -> bool:
        """Whether the record's digest matches its other fields."""
        return self.digest == self.with_digest().digest


def result_of_save(path: Path, player: str, folders: tuple[Path, ...] = (), limit: int = 1) -> PlayerResult:
    """Replay a finished save, and make the player's record (the file that the umpire verifies) from it.

    Args:
        path: The path of the save.
        player: The player's name.
        folders: Folders to look for the game in, besides the usual ones.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: It is no save, has not ended, differs from its replay, or was played with other rules.
        WrongRules: The rules cannot be used.
    """
    saved = read_save(str(path))
    if saved.end is None:
        raise InputError("this game goes on", str(path), f"Play it to its end: bombsight resume {path}")
    if saved.end.fault:
        raise InputError(f"this game ended in a rules fault: {saved.end.fault}", str(path))
    program = rules_of_save(saved.header, str(path), folders, limit=limit).program
    report = replay(program, saved, str(path), load=load)
    if not report.same:
        raise InputError(report.difference, report.place, "It cannot be run again as it says.")
    return make_result(player, saved, report.session)


def make_result(player: str, saved: ParsedSave, session: Session) -> PlayerResult:
    """Make a player's record from a save and its finished replay."""
    header, standing = saved.header, status_of_session(session)
    return PlayerResult(
        player=player,
        game=header.game,
        title=header.title,
        rules=header.rules,
        fixed=digest_of_settings(header),
        entry=header.entry,
        args=header.args,
        seed=header.seed,
        dice="own" if has_own_dice(header, saved.records) else "seeded",
        result=standing.result,
        outcome=standing.outcome,
        tallies=standing.tallies,
        save=pack_save(saved),
    ).with_digest()


def has_own_dice(header: Header, records: tuple[Record, ...]) -> bool:
    """Whether any throw in a save is the player's own: real dice, or dice from a file."""
    return header.dice != "seeded" or any(isinstance(record, Throw) and record.by == "hand" for record in records)


def pack_save(saved: ParsedSave) -> str:
    """Compress a save for a player's record, without undone answers and data of the player's machine."""
    overlays = tuple(OverlayInForce(overlay.name, None) for overlay in saved.header.overlays)
    header = evolve(saved.header, folder=None, dice_file=None, overlays=overlays, thrower="")
    records = [evolve(record, story="") if isinstance(record, Answer) else record for record in saved.records]
    assert saved.end is not None
    lines = [header_line(header), *(encode(record_line(each), BRIEF) for each in (*records, saved.end))]
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def unpack_save(result: PlayerResult, place: str) -> ParsedSave:
    """Decompress and parse the save in a player's record; errors name ``place``, the record's file.

    Raises:
        InputError: There is none.
    """
    try:
        content = b64decode(result.save, validate=True)
    except ValueError as error:
        raise InputError("its save cannot be unpacked", place) from error
    return parse_save(unpack_zlib(content, MAX_SAVE_SIZE, "record's save", place), place)


# --- reading


def read_result(path: Path) -> PlayerResult:
    """Read a player's record from its JSON file.

    Raises:
        InputError: It cannot be read, is no record, or is damaged.
    """
    place = str(path)
    try:
        data: Any = parse_json(decode_utf8(read_input_file(place, MAX_SAVE_SIZE), place), MAX_SAVE_SIZE)
    except ValueError as error:
        raise InputError("this is no JSON of a record", place) from error
    try:
        result = decode_document(data, PlayerResult)
    except DecodeError as error:
        raise InputError(f"this is no record of a game: {error}", place) from error
    if not result.has_valid_digest:
        raise InputError("it was damaged or changed: its digest is another", place)
    return result


def render_result(result: PlayerResult) -> str:
    """Serialize a player's record as the text of its JSON file."""
    return json.dumps(result.to_json(), indent=1, ensure_ascii=False) + "\n"


def is_result(text: str) -> bool:
    """Whether a file's text looks like a player's record."""
    return text.startswith(f'{{\n "document": "{PlayerResult.document}"')
