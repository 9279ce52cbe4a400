"""Rebuilds a game from its link by its rules: the answers are given again, and the dice fall again."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.runtime.callbacks import Score, Values
from bombsight.runtime.dice import SeededDice, ThrownBy
from bombsight.runtime.run.play import Pending
from bombsight.runtime.run.policies import NO_OPTION, Pause, choice_site
from bombsight.runtime.run.sources import pinned_faces, read_faces
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Header, new_header
from bombsight.runtime.session.session import Session
from bombsight.service.links import sentences
from bombsight.service.links.answers import Reason, parse_answers, parse_reasons
from bombsight.service.links.linked_game import DIGEST_DIGITS, LinkedGame
from bombsight.service.links.packing import PLACE
from bombsight.service.present.debriefing import find_ended_missions
from bombsight.service.programs.loaders import load
from bombsight.service.saves.saved_rules import SavedRules


@frozen
class RebuiltGame:
    """A game that was rebuilt from its link.

    Attributes:
        link: The link.
        session: The game, played up to where the link ends.
        request: The request that made its program.
    """

    link: LinkedGame
    session: Session
    request: Request

    @property
    def shown(self) -> int | None:
        """The number of events at which the link ends, before its game does; None if it ends where that stands."""
        return self.link.shown if 0 < self.link.shown < len(self.session.journal.events) else None

    @property
    def saved(self) -> ParsedSave:
        """The game as a save of its own holds it, without undone moves."""
        return ParsedSave(
            self.session.header, (*self.session.records,), self.session.end, (), 0, ends_with_newline=True
        )


class LinkedDice:
    """The dice of a link: throws that it holds, those of pinned tables, and the others by the seed.

    Attributes:
        by: Who threw the last dice.
        used: The number of throws of the link that have fallen.
    """

    def __init__(self, program: Program, header: Header, throws: Sequence[Sequence[int]]) -> None:
        """Make the dice; ``throws`` are those of the link."""
        self.throws = throws
        self.seeded = SeededDice(header.seed)
        self.pinned_faces = pinned_faces(program, header.pins)
        self.by: ThrownBy = ""
        self._by_hand: ThrownBy = "hand" if header.dice == "seeded" else ""
        self._by_seed: ThrownBy = "" if header.dice == "seeded" else "seed"
        self.used = 0
        self._since_last = 0

    @property
    def position(self) -> int:
        """The position in the stream of the seed."""
        return self.seeded.position

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Return the faces of the next throw.

        Raises:
            InputError: The link has faces that the dice cannot show.
            Pause: A person has to throw.
        """
        own = self.throws[self.used] if self.used < len(self.throws) else None
        if own is not None and own[0] == self._since_last:
            if len(own) == 1:
                raise Pause
            return self._throw_own(site, dice, tuple(own[1:]))
        self._since_last += 1
        pinned = self.pinned_faces.get(site)
        if pinned is not None:
            self.seeded.skip(site, dice)
            self.by = "pin"
            return pinned
        self.by = self._by_seed
        return self.seeded.throw(site, dice)

    def _throw_own(self, site: int, dice: Dice, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Return faces of the link, and skip the throw in the stream of the seed."""
        problem = read_faces(faces, dice)
        if isinstance(problem, str):
            raise InputError(sentences.link_throw_does_not_fit(self.used + 1, problem), PLACE, sentences.DAMAGED_HINT)
        self.seeded.skip(site, dice)
        self.by = self._by_hand
        self.used += 1
        self._since_last = 0
        return faces

    def reseed(self, seed: int) -> None:
        """Go on with the stream of another seed."""
        self.seeded.reseed(seed)

    def seek(self, position: int) -> None:
        """Move to a position of the stream."""
        self.seeded.seek(position)

    def restart(self) -> None:
        """Move to the start of the first stream."""
        self.seeded.restart()

    def skip(self, site: int, dice: Dice) -> None:
        """Skip a throw whose faces are known."""
        self.seeded.skip(site, dice)


class LinkedAnswers:
    """The policy that gives the answers of a link, and pauses behind the last one.

    Attributes:
        used: The number of answers that were given.
    """

    def __init__(self, session: Session, link: LinkedGame) -> None:
        """Make the policy for a session.

        Raises:
            InputError: The answers of the link cannot be read.
        """
        self.session = session
        self.indices = parse_answers(link.answers, PLACE)
        self.reasons: Sequence[Reason] = parse_reasons(link.reasons, len(self.indices), PLACE)
        self.seeds = {each.answer: each.seed for each in link.seeds}
        self.used = 0

    def ask(self, number: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Return the index of the next answer.

        Raises:
            InputError: The question does not offer it.
            Pause: There is none.
        """
        if self.used == len(self.indices):
            raise Pause
        index = self.indices[self.used]
        site = choice_site(self.session.program, number)
        if index >= len(options) or (index == NO_OPTION and not site.optional):
            message = sentences.link_answer_not_offered(self.used + 1, site.id, len(options))
            raise InputError(message, PLACE, sentences.DAMAGED_HINT)
        self.session.why = self.reasons[self.used]
        self.session.seed = self.seeds.get(self.used)
        self.used += 1
        return index


def rebuild_game(link: LinkedGame, rules: SavedRules, folder: str | None, snapshot: str) -> RebuiltGame:
    """Rebuild the game of a link, and check that what is replayed is what was played.

    Args:
        link: The link.
        rules: Its rules.
        folder: The folder of the game; None if it came with the program.
        snapshot: The digest of the texts of its rules.

    Raises:
        InputError: The link does not fit its rules, or its story differs.
    """
    session = replay_link(link, make_header(link, rules, folder, snapshot), rules.program)
    if link.digest != digest_of(session) or link.missions != len(find_ended_missions(session)):
        raise InputError(sentences.STORY_DIFFERS, PLACE, sentences.STORY_DIFFERS_HINT)
    return RebuiltGame(link, session, rules.request)


def make_header(link: LinkedGame, rules: SavedRules, folder: str | None, snapshot: str) -> Header:
    """Make the header of a link's game under its rules; the arguments are those of :func:`rebuild_game`."""
    header = new_header(
        rules.program,
        seed=link.seed,
        entry=link.entry,
        args=link.args,
        dice=link.dice,
        files={name: file for name, file in rules.files.items() if file is not None},
        folder=folder,
        names=link.names,
        pins=link.pins,
        fields=link.fields,
        snapshot=snapshot,
    )
    return evolve(header, thrower=link.thrower)


def replay_link(link: LinkedGame, header: Header, program: Program) -> Session:
    """Play the answers and dice of a link to where it ends, and return the session; the digest is not compared.

    Raises:
        InputError: An answer or a throw does not fit, or the game is over or waits before the last answer.
    """
    dice = LinkedDice(program, header, link.throws)
    session = Session(program, header, dice, path=PLACE, load=load)
    answers = LinkedAnswers(session, link)
    outcome = session.play(answers.ask)
    count = len(answers.indices)
    if answers.used < count:
        ended = sentences.link_waits_early if isinstance(outcome, Pending) else sentences.link_ends_early
        raise InputError(ended(answers.used, count), PLACE, sentences.STORY_DIFFERS_HINT)
    if dice.used < sum(len(each) > 1 for each in link.throws):
        raise InputError(sentences.THROWS_LEFT, PLACE, sentences.STORY_DIFFERS_HINT)
    session.why, session.seed = ("", False), None
    return session


def digest_of(session: Session) -> str:
    """Compute the first digits of the digest of a session's rules, options and story."""
    options = sorted(f"{name}={value}" for name, value in session.header.options.items())
    text = "\n".join((session.header.rules, *options, session.journal.digest()))
    return sha256(text.encode()).hexdigest()[:DIGEST_DIGITS]
