"""All that a player reads of a game: each question as it is put, and the story. ``playerView.ts`` lists the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.runtime.dice import ThrownBy
from bombsight.runtime.run.policies import NO_OPTION, Pause, Question
from bombsight.runtime.saves.records import Answer, Record, Throw
from bombsight.runtime.session.record_replay import option_index
from bombsight.runtime.session.session import Session
from bombsight.service.play.answer_reasons import reason_of
from bombsight.service.play.play import Play
from bombsight.service.present.story import DETAILS, Story
from bombsight.service.programs.loaders import load
from tests.web.beside_node import plain

READ = ("id", "prompt", "by", "seat", "optional", "offer", "preferred", "remarks", "routine", "together")
"""What of a question is read, besides its options."""


def player_view(play: Play) -> list[dict[str, Any]]:
    """What is read, in its order: the questions, and the lines of the story as it is told with more and more detail."""
    found = [{"read": "question", **question_read(question)} for question in ask_again(play.session)]
    for detail in DETAILS:
        story = Story(play.phrases, detail, behind=lambda event: reason_of(play.session, event))
        found += [{"read": detail, **plain(line)} for line in story.tell_all([*play.events()])]
    read: list[dict[str, Any]] = json.loads(json.dumps(found))
    return read


def question_read(question: Question) -> dict[str, Any]:
    """What of a question is read."""
    options = [[each.name, each.title, each.beside, each.grave] for each in question.options]
    return {name: plain(getattr(question, name)) for name in READ} | {"options": options}


def first_difference(here: list[dict[str, Any]], there: list[dict[str, Any]]) -> str:
    """Where what is read here and there differs first, in words; empty where it does not."""
    for number, (one, other) in enumerate(zip_longest(here, there)):
        if one == other:
            continue
        if one is None or other is None:
            return f"only {'here' if other is None else 'there'} is read, as number {number}: {one or other}"
        names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
        told = "; ".join(f"{name}: here {one.get(name)!r}, there {other.get(name)!r}" for name in names)
        return f"number {number} ({one['read']} {one.get('id', one.get('text'))!r}) differs in {told}"
    return ""


def ask_again(session: Session) -> list[Question]:
    """Every question of a game in its order, put to somebody who throws and answers as was done; the open one last."""
    questions = []
    known = iter(session.records)
    again = Session(session.program, session.header, ThrownBefore(known), load=load)

    def reply(question: Question) -> int:
        questions.append(question)
        record = next(known, None)
        if not isinstance(record, Answer):
            raise Pause
        index = option_index([option.name for option in question.options], record.name, question.optional)
        return NO_OPTION if index is None else index

    again.play(again.person_policy(reply))
    return questions


@frozen
class ThrownBefore:
    """Dice that fall as they fell.

    Attributes:
        known: All that was thrown and answered, of which the answers are taken by somebody else.
    """

    known: Iterator[Record]
    by: ThrownBy = ""
    position: int = 0

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """The faces of the next throw.

        Raises:
            Pause: None is known.
        """
        record = next(self.known, None)
        if not isinstance(record, Throw):
            raise Pause
        return record.faces

    def skip(self, site: int, dice: Dice) -> None:
        """Nothing to pass over."""

    def reseed(self, seed: int) -> None:
        """Nothing that a seed could throw."""

    def seek(self, position: int) -> None:
        """Nothing to go to."""

    def restart(self) -> None:
        """Nothing to go back to."""
