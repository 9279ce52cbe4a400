"""What was decided, answer by answer: what an undo takes back, and where one can return to."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bombsight.flat.lazy import Later
from bombsight.runtime.events.views import ChoiceView, DrawView, RollView
from bombsight.runtime.saves.records import Answer, Header, Record, decisions_back, is_decision, is_own
from bombsight.runtime.session.session import Session
from bombsight.service.lookup.phrases import label
from bombsight.service.present.view import DRAWN


@frozen
class Decision:
    """An answer, or a throw of real dice, that can be taken back, with those that were given along with it.

    Attributes:
        number: Which it is, from 1; to return to it is to be asked it again.
        asked: What was asked; what the dice were for.
        answer: What was answered; how the dice fell. Behind it the answers that go with it.
    """

    number: int
    asked: str
    answer: str

    def __str__(self) -> str:
        return worded(self.asked, self.answer)


def worded(asked: str, answer: str) -> str:
    """A decision in a few words."""
    return f"{asked.rstrip(' :?')}: {answer}"


def decisions(session: Session) -> Sequence[Decision]:
    """All that can be taken back, in its order; but for what was answered without asking.

    Each is told where it is looked at, and so as long as the game stands where it does.
    """
    header, records = session.header, session.records[: len(session.trail)]
    made = [at for at, record in enumerate(records) if is_own(record) and is_decision(record, header)]
    return Later(range(len(made)), lambda place: told_decision(session, place + 1, made[place]))


def last_decision(session: Session) -> str | None:
    """The last of them in words; None where there is none. Nothing before it is looked at."""
    records = session.records
    for at in range(len(session.trail) - 1, -1, -1):
        if is_own(records[at]) and is_decision(records[at], session.header):
            return worded(*told_with_others(session, at))
    return None


def reaching_back(records: Sequence[Record], header: Header, count: int) -> tuple[int, int]:
    """How many decisions an undo takes back that reaches back to the last ``count`` of the player's own.

    What was answered without asking goes with the rest.

    Returns:
        How many decisions, and how many of them are the player's own: fewer than ``count`` where there are no more.
    """
    taken = own = 0
    for record in decisions_back(records, header):
        if own == count:
            break
        taken += 1
        own += is_own(record)
    return taken, own


def unasked_before(session: Session) -> int:
    """How many questions were answered without asking before the player decided anything."""
    made = [record for record in session.records if is_decision(record, session.header)]
    return next((place for place, record in enumerate(made) if is_own(record)), len(made))


def told_decision(session: Session, number: int, at: int) -> Decision:
    """A decision by its number, from 1, and the place of its record."""
    return Decision(number, *told_with_others(session, at))


def told_with_others(session: Session, at: int) -> tuple[str, str]:
    """What was asked, and what was answered together: several of one question, or the answers to a table of them.

    That no more was chosen goes without saying.

    Args:
        session: The game.
        at: The place of the record of the first of them, which is the player's own.
    """
    asked, answer = told_at(session, at)
    last, text = asked, answer
    for place in range(at + 1, len(session.trail)):
        record = session.records[place]
        if is_own(record) and is_decision(record, session.header):
            break
        if isinstance(record, Answer) and record.why == "together":
            question, answer = told_at(session, place)
            if question != last:
                last, text = question, f"{text}; {worded(question, answer)}"
            elif record.name != "none":
                text += f"; {answer}"
    return asked, text


def told_at(session: Session, at: int) -> tuple[str, str]:
    """What was asked, and what was answered, by the place of the record."""
    record, journal, events = session.records[at], session.journal, session.trail[at].events
    if isinstance(record, Answer):
        asked = journal.view(events)
        assert isinstance(asked, ChoiceView)
        return asked.prompt, asked.answer_title
    thrown = next((view for view in journal.views(events) if isinstance(view, RollView | DrawView)), None)
    if isinstance(thrown, DrawView):
        return DRAWN, thrown.drawn_title
    name = label(thrown.table, thrown.title) if thrown is not None else ""
    shown = thrown.several if thrown is not None else ""
    return name or "Dice", shown or "+".join(map(str, record.faces))
