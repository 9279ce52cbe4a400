"""What a link to a game holds, declared once for this program and the page.

Dice that fall by the seed fall again, so a link holds only those that the seed does not give. An answer is the number
of its option in the order of the question, which the same rules offer again. The digest tells whether what is replayed
is what was played.
"""

from __future__ import annotations

from typing import Annotated, Literal

from bombsight.boundary.codec.form import Between
from bombsight.dsl.limits import MAX_DICE
from bombsight.dsl.node_classes import field, frozen
from bombsight.runtime.events.names import Naming
from bombsight.runtime.pins import FieldPin, Pin
from bombsight.runtime.saves.records import EntryName, Thrower

MAX_ANSWERS = 100_000
"""The most answers of a link: thirty times those of the longest campaign."""

RULES_DIGITS = 16
"""Digits of the hash of rules, and of the digest of their texts, by which a link names them."""

DIGEST_DIGITS = 16
"""Digits of the digest of what happened."""

LinkDice = Literal["seeded", "manual"]
"""The dice of a link: dice from a file are on no other machine, so they count as dice of the player's own."""

NO_OPTIONS: dict[str, str] = {}


@frozen
class Reseeding:
    """An answer behind which the dice begin anew by another seed, as at a table of two.

    Attributes:
        answer: The number of the answer, from 0.
        seed: The seed.
    """

    answer: Annotated[int, Between(0)]
    seed: Annotated[int, Between(0, 2**64 - 1)]


@frozen(kw_only=True)
class LinkedGame:
    """A game as a link holds it.

    Attributes:
        version: The version of the program that made it.
        game: The game's id.
        title: Its title.
        rules: The first digits of the hash of its rules.
        snapshot: The first digits of the digest of their texts; empty if unknown.
        overlays: The overlays in force, in order, each as ``kind name``.
        options: The options that are not at their defaults, in words.
        seed: The seed of the dice.
        entry: Mission or career.
        args: The values of the entry's parameters.
        dice: The source of the dice.
        thrower: The thrower behind the last record, if not the source in `dice`.
        names: The names to show; None for those of the manifest in their order.
        pins: Pinned tables.
        fields: Pinned fields.
        missions: The number of missions that have ended.
        mission: The mission to be watched, from 1; 0 for the last one.
        shown: The number of events that its player had been shown, as he made it in the middle of the story; 0 for all.
            Its film ends there, and there waits the story of whoever plays on.
        answers: The answers, as :mod:`bombsight.service.links.answers` writes them.
        reasons: Why the player was not asked, a letter for each answer; trailing answers that he was asked for are left
            out.
        seeds: The answers behind which the dice begin anew.
        throws: The throws that the seed does not give, in order: each the number of throws by the seed before it, then
            its faces. A last entry without faces says behind how many throws by the seed the dice wait for a person.
        digest: The first digits of the digest of rules, options and story.
    """

    version: str
    game: str
    title: str
    rules: str
    snapshot: str = ""
    overlays: tuple[str, ...] = ()
    options: dict[str, str] = field(default=NO_OPTIONS)
    seed: Annotated[int, Between(0, 2**64 - 1)]
    entry: EntryName = "mission"
    args: tuple[Annotated[int, Between(-(2**31), 2**31 - 1)], ...] = ()
    dice: LinkDice = "seeded"
    thrower: Thrower = ""
    names: Naming | None = None
    pins: tuple[Pin, ...] = ()
    fields: tuple[FieldPin, ...] = ()
    missions: Annotated[int, Between(0)] = 0
    mission: Annotated[int, Between(0)] = 0
    shown: Annotated[int, Between(0)] = 0
    answers: str = ""
    reasons: str = ""
    seeds: tuple[Reseeding, ...] = ()
    throws: tuple[Annotated[tuple[Annotated[int, Between(-MAX_DICE)], ...], Between(1)], ...] = ()
    digest: str
