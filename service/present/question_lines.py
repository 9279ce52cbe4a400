"""A question, or a throw of real dice, as it is put to a person: prompt, remarks, answers behind their keys.

The browser says the same in ``web/src/play/answers`` and ``web/src/play/dice``.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.flat.sites import PLAYER
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.lookup.phrases import label
from bombsight.service.present.answers import (
    answer_keys,
    has_many_numbers,
    in_order,
    is_grave,
    is_number_choice,
    numbers_offered,
    title_of,
)
from bombsight.service.present.command_table import ALONE
from bombsight.service.present.joint_questions import Group, Matrix, Several
from bombsight.service.present.lines import BLANK, Line, Span, line
from bombsight.service.present.story_lines import MARK
from bombsight.service.present.view import WantedDice

MARKED = "▸"
"""The mark of what Enter alone would answer."""

GAP = "   "
"""Between an answer and what decides beside it."""

SINGLY = f"Enter: as marked. Or ROW COLUMN, ROW COLUMN; all COLUMN; hold; {ALONE}: singly"


@frozen
class ShownAnswer:
    """An answer as it is shown.

    Attributes:
        index: The index of the option; -1 for none.
        key: What is typed for it, in a column; of a number the number.
        title: How people read it; empty for a number.
        beside: What decides, as the rules declare it beside the option; may be empty.
        is_preferred: Whether Enter alone gives it.
        is_apart: Whether it stands apart from those above it: grave answers begin there.
    """

    index: int
    key: str
    title: str
    beside: str
    is_preferred: bool
    is_apart: bool = False


def render_question(asked: Question) -> list[Line]:
    """A question with its remarks and answers; what Enter alone answers is marked."""
    lines = [render_prompt(asked), *(line(remark, indent=1) for remark in asked.remarks)]
    for each in list_answers(asked):
        mark = Span(f"{MARKED if each.is_preferred else ' '} ", "good")
        answer = Line((mark, Span(each.key, "key"))).with_span(f"  {each.title}" if each.title else "")
        lines += [BLANK] if each.is_apart else []
        lines.append(answer.with_span(f"{GAP}{each.beside}" if each.beside else ""))
    return lines


def render_prompt(asked: Question) -> Line:
    """What is asked, and by whom; of numbers and offers to throw again, what may be answered."""
    by = "" if asked.by == PLAYER else f" ({asked.by})"
    prompt = line(asked.prompt + by, "question").with_span(f" {MARK}" if asked.origin.is_unseen else "", "faint")
    if is_number_choice(asked.options):
        return prompt.with_span(f": {', '.join(numbers_offered(asked))}", "key")
    if asked.offer:
        keys = shown_keys(asked)
        for index, option in enumerate(asked.options):
            prompt = prompt.with_span(f"  [{keys[index]}]", "key").with_span(f" {option.title}")
    return prompt


def shown_keys(asked: Question) -> dict[int, str]:
    """What is typed for each answer, by its index, as it is shown; empty for numbers, which are typed as they are."""
    keys = answer_keys(asked)
    if is_number_choice(asked.options):
        return dict.fromkeys(keys, "")
    return {**keys, asked.preferred: "Enter"} if asked.offer else keys


def has_lines(asked: Question) -> bool:
    """Whether its options have lines of their own: numbers have them only for what decides beside them.

    Of many numbers it is only the line of what Enter alone would answer.
    """
    return not asked.offer and (not is_number_choice(asked.options) or any(each.beside for each in asked.options))


def list_answers(asked: Question) -> list[ShownAnswer]:
    """The answers that have lines of their own, in the order in which they are shown: grave ones apart at the end."""
    if not has_lines(asked):
        return []
    places = [*in_order(asked), *[NO_OPTION] * asked.optional]
    if has_many_numbers(asked.options):
        places = [index for index in places if index == asked.preferred]
    grave = [index for index in places if is_grave(asked, index)]
    usual = [index for index in places if index not in grave]
    keys, is_numeric = answer_keys(asked), is_number_choice(asked.options)
    size = max(len(keys[index]) for index in places)
    return [
        ShownAnswer(
            index=index,
            key=keys[index].rjust(size),
            title="" if is_numeric else title_of(asked, index),
            beside="" if index == NO_OPTION else asked.options[index].beside,
            is_preferred=index == asked.preferred,
            is_apart=bool(usual) and grave[:1] == [index],
        )
        for index in [*usual, *grave]
    ]


def render_throw(wanted: WantedDice) -> Line:
    """What real dice are asked for: ``1d6 for Reef (Packet): 1 to 3 → wrecked, 4 to 6 → safe``; or a draw."""
    if wanted.members:
        asked = line(f"Which of {len(wanted.members)} was drawn", "question")
        return asked.with_span(f": {'; '.join(wanted.members)}")
    about = f" ({', '.join(wanted.about)})" if wanted.about else ""
    leads = ", ".join(f"{faces} → {result}" for faces, result in wanted.leads)
    asked = line(wanted.dice.notation, "question")
    asked = asked.with_span(f" for {label(wanted.table, wanted.title) or 'dice'}{about}", "key")
    return asked.with_span(f": {leads}" if leads else "")


def render_group(group: Group) -> list[Line]:
    """Questions that are put as one: a line for each row with its answers behind the numbers of their columns."""
    if isinstance(group, Several):
        return [*render_question(group.question), describe_several(group)]
    title = f"{group.title}: {group.asks}" if group.asks else group.title
    remarks = dict.fromkeys(remark for row in group.rows for remark in row.remarks)
    rows = [render_row(group, row) for row in range(len(group.rows))]
    return [line(title, "question"), *(line(each, indent=1) for each in remarks), *rows, line(SINGLY, "faint")]


def render_row(matrix: Matrix, row: int) -> Line:
    """A row of questions that are put as one: its label, then each answer that it offers."""
    asked = matrix.rows[row]
    text = line(f"{matrix.labels[row]}:", "title", 1)
    for place, column in enumerate(matrix.columns):
        index = matrix.index(row, place)
        if index is not None:
            beside = f" ({asked.options[index].beside})" if asked.options[index].beside else ""
            mark = MARKED if index == asked.preferred else ""
            text = text.with_span(f"  {mark}{place + 1} ", "key").with_span(f"{column.title}{beside}")
    return text


def describe_several(several: Several) -> Line:
    """How many may be chosen, how they are typed, and what Enter alone chooses."""
    count = f"{several.most}" if several.least else f"up to {several.most}"
    preferred = ", ".join(several.question.options[place].title for place in several.preferred) or "none"
    return line(f"{count} of them, with commas: 1, 2; Enter: {preferred}", "faint")
