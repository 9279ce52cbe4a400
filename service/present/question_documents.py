"""Questions as JSON documents: one question, or a group that is asked as one."""

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
    """An option of a question: the name to answer with, and its title.

    Attributes:
        name: The name to answer with.
        title: The display title.
        beside: The information that the rules declare beside this option; empty for none.
        grave: Whether the rules call the answer grave: a mistake would be irreversible.
        piece: What it is on boards, as a place's or thing's `piece` there; empty for nothing.
    """

    name: str
    title: str
    beside: str = ""
    grave: bool = False
    piece: str = ""


@frozen(kw_only=True)
class Asked(Document):
    """A question to answer: ``{"answer": NAME}``.

    Attributes:
        id: Its stable name.
        prompt: The text of the question.
        by: Who chooses; `player` unless the rules name another.
        seat: The player who chooses, by the stable name of his value; empty if one plays alone.
        options: The options to choose from.
        optional: Whether `none` may be answered.
        offer: Whether it is a standing offer to throw dice again.
        suggestion: The autopilot's answer: a name, or `none`.
        remarks: The information that the rules declare beside the question, line by line.
        routine: Whether the rules call the suggestion the only sensible answer in this state.
        together: The title of the group that successive questions form; empty for a question that stands alone.
            ``{"together": true}`` asks for the group.
        origin: The place in the rules. Its standing says how reliably question and options are known; empty for as
            printed.
        can_undo: Whether a decision can be taken back: ``{"undo": 1}``.
        sheet: The state as the player sees it.
        ends: The least and the greatest number of an amount, of which the options are the thousands: any number between
            them is an answer, and so is `suggested`. Empty for any other question.
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
    ends: tuple[int, ...] = ()


@frozen(kw_only=True)
class RowAsked:
    """A question in a group that is asked as one.

    Attributes:
        label: The part of the prompt that differs from the others.
        id: The question's stable name.
        prompt: The text of the question.
        options: The options, with the information beside each.
        optional: Whether `none` may be answered.
        suggestion: The autopilot's answer: a name, or `none`.
        remarks: The information that the rules declare beside the question.
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
    """A repeated question whose answers are given at once: ``{"chosen": [NAME, NAME]}``.

    Attributes:
        options: The options to choose from.
        least: How many must be chosen.
        most: How many may be.
        suggestions: The autopilot's choices, by name.
    """

    options: tuple[OptionOffered, ...]
    least: int
    most: int
    suggestions: tuple[str, ...]


@frozen(kw_only=True)
class PutTogether(Document):
    """The group that the open question is asked in: matrix rows, or a choice of several; neither for a single question.

    Attributes:
        title: The title of the group.
        asks: The common part of the rows' prompts.
        rows: The questions in the order in which they are asked, this one first: ``{"answers": [NAME, NAME]}``.
        columns: The names of the options of all rows, each once, in an order that fits all of them.
        several: The repeated question; null if there are rows, or the question stands alone.
    """

    document = "together"

    title: str
    asks: str
    rows: tuple[RowAsked, ...]
    columns: tuple[str, ...]
    several: ChoiceOfSeveral | None


def question_document(question: Question, view: View) -> Asked:
    """Make the JSON document of a question."""
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
        ends=question.ends,
    )


def option_documents(options: Sequence[Option]) -> tuple[OptionOffered, ...]:
    """Make the JSON documents of a question's options."""
    return tuple(OptionOffered(each.name, each.title, each.beside, each.grave, each.piece) for each in options)


def group_document(group: QuestionGroup | None) -> PutTogether:
    """Make the document of a group of questions that are asked as one; None stands for a single question."""
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
    """Make the JSON document of a row in a matrix of questions."""
    return RowAsked(
        label=label,
        id=row.id,
        prompt=row.prompt,
        options=option_documents(row.options),
        optional=row.optional,
        suggestion=answer_name(row, row.preferred),
        remarks=row.remarks,
    )
