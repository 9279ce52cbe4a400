"""Questions as documents: one by itself, and those that are put as one with it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bombsight.dsl.origin import Origin
from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import Question
from bombsight.service.common.document import Document
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.joint_questions import Matrix, QuestionGroup
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.view import View


@frozen
class OptionOffered:
    """Something to choose: the name to answer with, and how people read it.

    Attributes:
        name: The name to answer with.
        title: How people read it.
        beside: What decides, as the rules declare it beside this option; empty where they declare nothing.
        grave: Whether the rules call it an answer that one does not give by mistake.
    """

    name: str
    title: str
    beside: str = ""
    grave: bool = False


@frozen(kw_only=True)
class Asked(Document):
    """A choice is to be answered: ``{"answer": NAME}``.

    Attributes:
        id: Its stable name.
        prompt: What is asked.
        by: Who chooses; `player` unless the rules name another.
        seat: Which of the players that is, by the stable name of his value; empty where one plays alone.
        options: What there is to choose.
        optional: Whether `none` may be answered.
        offer: Whether it is a standing offer to throw dice again.
        suggestion: What the autopilot would answer: a name, or `none`.
        remarks: What decides, as the rules declare it beside the question, line by line.
        routine: Whether the rules call the suggestion the one sensible answer, as things stand.
        together: What questions that follow one another are asked as one under; empty for one that stands alone.
            ``{"together": true}`` asks which they are.
        origin: Where it stands in the rules. Its standing is how well it is known what is asked and offered; empty
            where that is as printed.
        can_undo: Whether there is something to take back: ``{"undo": 1}``.
        sheet: The state as the player sees it.
    """

    document = "question"

    id: str
    prompt: str
    by: str
    seat: str
    options: tuple[OptionOffered, ...]
    optional: bool
    offer: bool
    suggestion: str
    remarks: tuple[str, ...]
    routine: bool
    together: str
    origin: Origin
    can_undo: bool
    sheet: tuple[SheetGroup, ...]


@frozen(kw_only=True)
class RowAsked:
    """One of several questions that are put as one.

    Attributes:
        label: What tells it from the others.
        id: The question's stable name.
        prompt: What is asked.
        options: What there is to choose, with what decides beside it.
        optional: Whether `none` may be answered.
        suggestion: What the autopilot would answer: a name, or `none`.
        remarks: What decides, as the rules declare it beside the question.
    """

    label: str
    id: str
    prompt: str
    options: tuple[OptionOffered, ...]
    optional: bool
    suggestion: str
    remarks: tuple[str, ...]


@frozen(kw_only=True)
class ChoiceOfSeveral:
    """The same question again and again, of which the answers are given at once: ``{"chosen": [NAME, NAME]}``.

    Attributes:
        options: What there is to choose.
        least: How many must be chosen.
        most: How many may be.
        suggestions: What the autopilot would choose, by name.
    """

    options: tuple[OptionOffered, ...]
    least: int
    most: int
    suggestions: tuple[str, ...]


@frozen(kw_only=True)
class PutTogether(Document):
    """What the open question is put as one with. It has rows, or a choice of several, or neither: then it stands alone.

    Attributes:
        title: What they are asked as one under.
        asks: What is asked in all rows, where their prompts have it in common.
        rows: The questions in the order in which they are asked, this one first: ``{"answers": [NAME, NAME]}``.
        columns: The names of what is offered in any row, each once, in an order that fits all of them.
        several: The same question again and again; null where there are rows, or it stands alone.
    """

    document = "together"

    title: str
    asks: str
    rows: tuple[RowAsked, ...]
    columns: tuple[str, ...]
    several: ChoiceOfSeveral | None


def question_document(question: Question, view: View) -> Asked:
    """A question as a document."""
    return Asked(
        id=question.id,
        prompt=question.prompt,
        by=question.by,
        seat=question.seat,
        options=option_documents(question.options),
        optional=question.optional,
        offer=question.offer,
        suggestion=answer_name(question, question.preferred),
        remarks=question.remarks,
        routine=question.routine,
        together=question.together,
        origin=question.origin,
        can_undo=view.can_undo,
        sheet=view.sheet,
    )


def option_documents(options: Sequence[Option]) -> tuple[OptionOffered, ...]:
    """Options as documents have them."""
    return tuple(OptionOffered(option.name, option.title, option.beside, option.grave) for option in options)


def group_document(group: QuestionGroup | None) -> PutTogether:
    """What is put as one, as a document; None stands alone."""
    if group is None:
        return PutTogether(title="", asks="", rows=(), columns=(), several=None)
    if isinstance(group, Matrix):
        rows = tuple(row_document(label, row) for label, row in zip(group.labels, group.rows, strict=True))
        columns = tuple(column.name for column in group.columns)
        return PutTogether(title=group.title, asks=group.asks, rows=rows, columns=columns, several=None)
    options = group.question.options
    several = ChoiceOfSeveral(
        options=option_documents(options),
        least=group.least,
        most=group.most,
        suggestions=tuple(options[place].name for place in group.preferred),
    )
    return PutTogether(title=group.title, asks=group.question.prompt, rows=(), columns=(), several=several)


def row_document(label: str, row: Question) -> RowAsked:
    """A row of a table of questions."""
    return RowAsked(
        label=label,
        id=row.id,
        prompt=row.prompt,
        options=option_documents(row.options),
        optional=row.optional,
        suggestion=answer_name(row, row.preferred),
        remarks=row.remarks,
    )
