"""The lines of a save as classes: what is written, and what the schema is made from.

The first line is a :class:`~bombsight.runtime.saves.records.Header` with the version of the format before it.
"""

from __future__ import annotations

from typing import Annotated, Any, assert_never

from attrs import frozen

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import Between
from bombsight.boundary.codec.schemas import Schema, schema_of
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime.dice import ThrownBy
from bombsight.runtime.events.names import OwnName
from bombsight.runtime.saves.records import Answer, End, Header, OverlayInForce, Record, Throw, Thrower, Why

SAVE_VERSION = 1
"""The version of the format. It is raised where a program that does not know what is new would misread a save; what may
be passed over joins as an optional field of a line."""

READABLE_VERSIONS = frozenset((SAVE_VERSION,))
"""The versions that can be read."""

VERSION_FIELDS = {"bombsight": SAVE_VERSION}
"""What the first line begins with."""


@frozen
class ThrowLine:
    """Dice as they fell.

    Attributes:
        d: The faces; a single number for several dice is their total.
        at: The table, or `-` for dice that no table owns.
        by: Who threw them: `hand`, a person; `seed`; `pin`, nobody, for the table is pinned; left out for those whom
            the header names.
    """

    d: Annotated[tuple[Annotated[int, Between(1)], ...], Between(1)]
    at: str
    by: ThrownBy = ""


@frozen
class AnswerLine:
    """The answer to a choice, by name.

    Attributes:
        a: The option's stable name, or `none`.
        at: The choice.
        j: The first digits of the journal's hash before it was asked.
        why: Why the player was not asked for it: `routine`, it was the one sensible answer; `order`, `auto`, a standing
            order, for this answer or for the autopilot; `together`, it was given along with others.
        ordered: Whether the order was given at this very question, and the answer is the player's own all the same.
        seed: By which the dice behind it begin anew, at a table of two; left out where they go on as they were.
    """

    a: str
    at: str
    j: str = ""
    why: Why = ""
    ordered: bool = False
    seed: Annotated[int, Between(0, 2**64 - 1)] | None = None


@frozen
class UndoLine:
    """As many answers (or throws of real dice) are taken back, with all that followed them."""

    undo: Annotated[int, Between(1)]


@frozen
class NameLine:
    """From here on something is called by a name that the player gave."""

    named: OwnName


@frozen
class ThrowerLine:
    """From here on others throw.

    Attributes:
        thrower: Who: `hand`, a person; `seed`; empty, those whom the header names.
    """

    thrower: Thrower


@frozen(kw_only=True)
class RulesLine:
    """From here on played with other rules.

    Attributes:
        rules: The hash of the rules.
        journal: The version of the journal.
        options: Every option and its value in words.
        overlays: The overlays in force, in order.
        kept: How many of the records so far still count: the first.
        snapshot: The digest of the texts of the rules; empty where it is not known.
    """

    rules: str
    journal: int
    options: dict[str, str]
    overlays: tuple[OverlayInForce, ...]
    kept: Annotated[int, Between(0)]
    snapshot: str = ""


@frozen
class Ending:
    """How the session ended.

    Attributes:
        result: The result's stable name; `none` where there is none.
        fault: The rules fault, or empty.
        journal: SHA-256 over the journal.
    """

    result: str
    fault: str
    journal: str


@frozen
class EndLine:
    """The session is over."""

    end: Ending


Line = ThrowLine | AnswerLine | UndoLine | NameLine | ThrowerLine | RulesLine | EndLine
"""Any but the first."""


LINE_CLASSES = (ThrowLine, AnswerLine, UndoLine, NameLine, ThrowerLine, RulesLine, EndLine)
"""The kinds of lines but the first."""


def save_schema() -> Schema:
    """The schema of every line of a save; a line may hold further fields, which whoever does not know them keeps."""
    schema = schema_of(
        "A line of a saved session", BRIEF, (Header, VERSION_FIELDS), *((kind, {}) for kind in LINE_CLASSES)
    )
    for kind in (Header, *LINE_CLASSES):
        schema["$defs"][kind.__name__]["additionalProperties"] = True
    return schema


def header_line(header: Header) -> dict[str, Any]:
    """The first line of a save."""
    fields: dict[str, Any] = encode(header, BRIEF)
    return {**VERSION_FIELDS, **fields, **header.unknown}


def rules_line(header: Header, kept_records: int) -> RulesLine:
    """The line from which on a session goes on with other rules."""
    return RulesLine(
        rules=header.rules,
        journal=header.journal,
        options=header.options,
        overlays=header.overlays,
        kept=kept_records,
        snapshot=header.snapshot,
    )


def record_line(record: Record | End) -> Line:
    """The line of a record."""
    match record:
        case Throw(faces=faces, at=at, by=by):
            return ThrowLine(faces, at, by)
        case Answer(name=name, at=at, story=story, why=why, ordered=ordered, seed=seed):
            return AnswerLine(name, at, story, why, ordered, seed)
        case End(result=result, fault=fault, journal=journal):
            return EndLine(Ending(result, fault, journal))
        case _:
            assert_never(record)


def record_json(record: Record | End) -> dict[str, Any]:
    """The line of a record as JSON has it, with what another version has added to it."""
    fields: dict[str, Any] = encode(record_line(record), BRIEF)
    return {**fields, **record.unknown}
