"""The lines of a save as classes, from which the JSON Schema is generated.

The first line is a :class:`~bombsight.runtime.saves.records.Header` with the version of the format before it.
"""

from __future__ import annotations

from typing import Annotated, Any, assert_never

from attrs import frozen

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import Between
from bombsight.boundary.codec.schemas import Schema, schema_id, schema_of
from bombsight.dsl.limits import MAX_DICE
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime.dice import ThrownBy
from bombsight.runtime.events.names import OwnName
from bombsight.runtime.saves.records import Answer, End, Header, OverlayInForce, Record, Throw, Thrower, Why

SAVE_VERSION = 1
"""Version of the format, raised when older programs would misread a save; other additions are optional fields."""

READABLE_VERSIONS = frozenset((SAVE_VERSION,))
"""Versions that can be read."""

VERSION_FIELDS = {"bombsight": SAVE_VERSION}
"""Fields at the start of the first line."""


@frozen
class ThrowLine:
    """The line of a save that records a throw of dice.

    Attributes:
        d: The faces; a single number for several dice is their total.
        at: The table, or `-` for dice without a table.
        by: The thrower: `hand`, a person; `seed`; `pin` for a pinned table; left out for the dice of the header.
    """

    d: Annotated[tuple[Annotated[int, Between(-MAX_DICE)], ...], Between(1)]
    at: str
    by: ThrownBy = ""


@frozen
class AnswerLine:
    """The line of a save that records the answer to a choice, by name.

    Attributes:
        a: The option's stable name, or `none`.
        at: The choice.
        j: The first digits of the journal's hash before the choice.
        why: The reason why the player was not asked: `routine` for the only sensible answer; `order` or `auto` for
            a standing order, for this answer or for the autopilot; `together` for an answer given along with others.
        ordered: Whether the player gave the order at this very question, so that the answer is his own all the same.
        seed: The new seed of the dice from here on, in a game for two; left out if it does not change.
    """

    a: str
    at: str
    j: str = ""
    why: Why = ""
    ordered: bool = False
    seed: Annotated[int, Between(0, 2**64 - 1)] | None = None


@frozen
class UndoLine:
    """The line of a save that takes back a number of answers (or throws of real dice), with everything after them."""

    undo: Annotated[int, Between(1)]


@frozen
class NameLine:
    """The line of a save that records a name which the player gave; it holds from there on."""

    named: OwnName


@frozen
class ThrowerLine:
    """The line of a save that records who throws the dice from there on.

    Attributes:
        thrower: The thrower: `hand`, a person; `seed`; empty for the dice of the header.
    """

    thrower: Thrower


@frozen(kw_only=True)
class RulesLine:
    """The line of a save that records a change of rules from there on.

    Attributes:
        rules: The hash of the rules.
        journal: The version of the journal.
        options: Every option and its value in words.
        overlays: The overlays in force, in order.
        kept: The number of first records that remain valid.
        snapshot: The digest of the rules' texts; empty if unknown.
    """

    rules: str
    journal: int
    options: dict[str, str]
    overlays: tuple[OverlayInForce, ...]
    kept: Annotated[int, Between(0)]
    snapshot: str = ""


@frozen
class Ending:
    """How a session ended: its result or fault.

    Attributes:
        result: The result's stable name; `none` without a result.
        fault: The rules fault, or empty.
        journal: SHA-256 over the journal.
    """

    result: str
    fault: str
    journal: str


@frozen
class EndLine:
    """The line of a save that records the end of the session."""

    end: Ending


Line = ThrowLine | AnswerLine | UndoLine | NameLine | ThrowerLine | RulesLine | EndLine
"""Any line except the first."""


LINE_CLASSES = (ThrowLine, AnswerLine, UndoLine, NameLine, ThrowerLine, RulesLine, EndLine)
"""Classes of all lines except the first."""


def save_schema() -> Schema:
    """Make the JSON Schema of the lines of a save, which may have unknown further fields."""
    schema = schema_of(
        schema_id("save", SAVE_VERSION),
        "A line of a saved session",
        BRIEF,
        (Header, VERSION_FIELDS),
        *((kind, {}) for kind in LINE_CLASSES),
    )
    for kind in (Header, *LINE_CLASSES):
        schema["$defs"][kind.__name__]["additionalProperties"] = True
    return schema


def header_line(header: Header) -> dict[str, Any]:
    """Encode a header as the first line of a save, as JSON data."""
    fields: dict[str, Any] = encode(header, BRIEF)
    return {**VERSION_FIELDS, **fields, **header.unknown}


def rules_line(header: Header, kept_records: int) -> RulesLine:
    """Make the line of a save that says that its rules changed; the first ``kept_records`` records remain valid."""
    return RulesLine(
        rules=header.rules,
        journal=header.journal,
        options=header.options,
        overlays=header.overlays,
        kept=kept_records,
        snapshot=header.snapshot,
    )


def record_line(record: Record | End) -> Line:
    """Convert a record (throw, answer or end) to the line of a save that stores it."""
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
    """Encode a record as JSON, including its unknown fields of other versions."""
    fields: dict[str, Any] = encode(record_line(record), BRIEF)
    return {**fields, **record.unknown}
