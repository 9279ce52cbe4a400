"""The decisions of a game, answer by answer: the units of undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from attrs import frozen

from bombsight.flat.lazy import LazySequence
from bombsight.runtime.events.views import ChoiceView, DrawView, RollView
from bombsight.runtime.saves.records import Answer, Header, Record, decisions_backwards, is_decision, is_own_decision
from bombsight.runtime.session.session import Session
from bombsight.service.lookup.phrases import table_label
from bombsight.service.present.view import DRAWN_TITLE


@frozen
class Decision:
    """An answer or a throw of real dice that undo can take back, with the automatic answers that follow it.

    Attributes:
        number: Its number, from 1; returning to it asks it again.
        asked: The question, or the purpose of the dice.
        answer: The answer, or the faces; then the answers that go with it.
    """

    number: int
    asked: str
    answer: str

    def __str__(self) -> str:
        """Render the decision in a few words."""
        return render_decision(self.asked, self.answer)


def render_decision(prompt: str, answer: str) -> str:
    """Render a decision in a few words: ``PROMPT: ANSWER``."""
    return f"{prompt.rstrip(' :?')}: {answer}"


def decisions_of(session: Session) -> Sequence[Decision]:
    """List the player's own decisions of a session in order, without automatic answers.

    Each is described when accessed, so the sequence is valid only until the game goes on.
    """
    header, records = session.header, session.records[: len(session.trail)]
    record_indices = [
        at for at, record in enumerate(records) if is_own_decision(record) and is_decision(record, header)
    ]
    return LazySequence(
        range(len(record_indices)), lambda place: decision_at(session, place + 1, record_indices[place])
    )


def describe_last_decision(session: Session) -> str | None:
    """Describe the player's last decision, without reading earlier ones; None if there is none."""
    records = session.records
    for at in range(len(session.trail) - 1, -1, -1):
        if is_own_decision(records[at]) and is_decision(records[at], session.header):
            return render_decision(*describe_with_group(session, at))
    return None


def find_last_decision(session: Session) -> int | None:
    """Find the event of the player's last own decision: how many events there were before it; None if there is none."""
    return next(_own_decision_events(session), None)


def count_decisions_since(session: Session, event_count: int) -> int:
    """Count the player's own decisions that were made after the first ``event_count`` events."""
    return sum(1 for _ in takewhile(lambda event: event >= event_count, _own_decision_events(session)))


def _own_decision_events(session: Session) -> Iterator[int]:
    """Yield how many events there were before each of the player's own decisions, the last one first."""
    for at in range(len(session.trail) - 1, -1, -1):
        if is_own_decision(session.records[at]) and is_decision(session.records[at], session.header):
            yield session.trail[at].events


def count_decisions_to_undo(records: Sequence[Record], header: Header, count: int) -> tuple[int, int]:
    """Count the decisions, automatic ones included, that an undo of the player's last ``count`` own ones takes back.

    Automatic answers go with the rest.

    Returns:
        The number of all decisions, and of the player's own: fewer than ``count`` if there are no more.
    """
    decision_count = own_count = 0
    for record in decisions_backwards(records, header):
        if own_count == count:
            break
        decision_count += 1
        own_count += is_own_decision(record)
    return decision_count, own_count


def count_unasked_before(session: Session) -> int:
    """Count the questions that were answered automatically before the player's first decision."""
    decision_records = [record for record in session.records if is_decision(record, session.header)]
    return next(
        (place for place, record in enumerate(decision_records) if is_own_decision(record)), len(decision_records)
    )


def decision_at(session: Session, number: int, record_index: int) -> Decision:
    """Make the :class:`Decision` with a number, counted from 1, from the save's record at an index."""
    return Decision(number, *describe_with_group(session, record_index))


def describe_with_group(session: Session, record_index: int) -> tuple[str, str]:
    """Describe the question and the answer of the decision at a record, with the joint answers that follow it.

    An answer of none, which ends a repeated question, is left out.
    """
    prompt, answer = describe_record(session, record_index)
    last_prompt, text = prompt, answer
    for place in range(record_index + 1, len(session.trail)):
        record = session.records[place]
        if is_own_decision(record) and is_decision(record, session.header):
            break
        if isinstance(record, Answer) and record.why == "together":
            question, answer = describe_record(session, place)
            if question != last_prompt:
                last_prompt, text = question, f"{text}; {render_decision(question, answer)}"
            elif record.name != "none":
                text += f"; {answer}"
    return prompt, text


def describe_record(session: Session, record_index: int) -> tuple[str, str]:
    """Describe the question and the answer, or the purpose and the faces of dice, of the record at an index."""
    record, journal, events = session.records[record_index], session.journal, session.trail[record_index].events
    if isinstance(record, Answer):
        choice = journal.view(events)
        assert isinstance(choice, ChoiceView)
        return choice.prompt, choice.answer_title
    throw_view = next((view for view in journal.views(events) if isinstance(view, RollView | DrawView)), None)
    if isinstance(throw_view, DrawView):
        return DRAWN_TITLE, throw_view.drawn_title
    name = table_label(throw_view.table, throw_view.title) if throw_view is not None else ""
    faces_text = throw_view.faces_text if throw_view is not None else ""
    return name or "Dice", faces_text or "+".join(map(str, record.faces))
