"""What was decided, answer by answer: what an undo takes back, and where one can return to."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bombsight.runtime.records import Answer, is_decision, is_own
from bombsight.runtime.session import Session
from bombsight.runtime.views import ChoiceView, RollView
from bombsight.service.phrases import label


@frozen
class Decision:
    """An answer, or a throw of real dice, that can be taken back.

    Attributes:
        number: Which it is, from 1; to return to it is to be asked it again.
        asked: What was asked; what the dice were for.
        answer: What was answered; how the dice fell.
    """

    number: int
    asked: str
    answer: str

    def __str__(self) -> str:
        return f"{self.asked.rstrip(' :?')}: {self.answer}"


def decisions(session: Session) -> list[Decision]:
    """All that can be taken back, in its order; but for what was answered without asking."""
    return [Decision(number, *told) for number, told in enumerate(told_decisions(session), 1)]


def unasked_before(session: Session) -> int:
    """How many questions were answered without asking before the player decided anything."""
    made = [record for record in session.records if is_decision(record, session.header)]
    return next((place for place, record in enumerate(made) if is_own(record)), len(made))


def told_decisions(session: Session) -> Iterator[tuple[str, str]]:
    """What was asked, and what was answered."""
    views = [*session.journal.views()]
    for record, told in zip(session.records, session.trail, strict=False):
        if not is_own(record):
            continue
        if isinstance(record, Answer):
            asked = views[told.events]
            assert isinstance(asked, ChoiceView)
            yield asked.prompt, asked.answer_title
        elif is_decision(record, session.header):
            thrown = next((view for view in views[told.events :] if isinstance(view, RollView)), None)
            name = label(thrown.table, thrown.title) if thrown is not None else ""
            yield name or "Dice", "+".join(map(str, record.faces))
