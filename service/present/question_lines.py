"""Questions and real throws rendered as lines: prompt, remarks, answers behind their keys.

The browser says the same in ``web/src/play/answers`` and ``web/src/play/dice``.
"""

from __future__ import annotations

from attrs import evolve, frozen

from bombsight.flat.sites import PLAYER
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.lookup.phrases import table_label
from bombsight.service.present import sentences
from bombsight.service.present.answer_parsing import (
    answer_key,
    answer_keys,
    answer_title,
    display_order,
    has_many_numbers,
    is_grave_answer,
    is_number_choice,
    list_numbers,
)
from bombsight.service.present.command_table import SINGLY_WORD
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.lines import BLANK, Line, Span, line
from bombsight.service.present.story_lines import UNPRINTED_MARK
from bombsight.service.present.view import WantedDice

DEFAULT_MARK = "▸"
"""The mark of the default answer, which Enter gives."""

REMARK_GAP = "   "
"""The gap between an answer and the information beside it."""

MATRIX_HINT = f"Enter: as marked. Or ROW COLUMN, ROW COLUMN; all COLUMN; hold; {SINGLY_WORD}: singly"


@frozen
class ShownAnswer:
    """An answer as displayed: its key, title, and remarks.

    Attributes:
        index: The index of the option; -1 for none.
        key: Its key, padded to a column; for a number the number.
        title: The display title; empty for a number.
        beside: The information that the rules declare beside the option; may be empty.
        is_preferred: Whether it is the default answer.
        is_apart: Whether a gap separates it from those above: the first grave answer.
    """

    index: int
    key: str
    title: str
    beside: str
    is_preferred: bool
    is_apart: bool = False


def render_question(question: Question) -> list[Line]:
    """Render a question with its remarks and answers; the default answer is marked."""
    lines = [render_prompt(question), *(line(remark, indent=1) for remark in question.remarks)]
    for each in list_answers(question):
        mark = Span(f"{DEFAULT_MARK if each.is_preferred else ' '} ", "good")
        answer = Line((mark, Span(each.key, "key"))).with_span(f"  {each.title}" if each.title else "")
        lines += [BLANK] if each.is_apart else []
        lines.append(answer.with_span(f"{REMARK_GAP}{each.beside}" if each.beside else ""))
    return lines


def render_prompt(question: Question) -> Line:
    """Render the prompt and who is asked; for numbers and offers to throw again, also the valid answers."""
    by = "" if question.by == PLAYER else f" ({question.by})"
    prompt = line(question.prompt + by, "question").with_span(
        f" {UNPRINTED_MARK}" if question.origin.is_unseen else "", "faint"
    )
    if is_number_choice(question.options):
        return prompt.with_span(f": {', '.join(list_numbers(question))}", "key")
    if question.offer:
        keys = display_keys(question)
        for index, option in enumerate(question.options):
            prompt = prompt.with_span(f"  [{keys[index]}]", "key").with_span(f" {option.title}")
    return prompt


def display_keys(question: Question) -> dict[int, str]:
    """Map the indices of answers to their displayed keys; empty for numbers, which players type directly."""
    keys = answer_keys(question)
    if is_number_choice(question.options):
        return dict.fromkeys(keys, "")
    return {**keys, question.preferred: "Enter"} if question.offer else keys


def has_answer_lines(question: Question) -> bool:
    """Whether a question's options get lines of their own: number options only if they have remarks.

    Of many numbers only the default answer has a line.
    """
    return not question.offer and (
        not is_number_choice(question.options) or any(each.beside for each in question.options)
    )


def list_answers(question: Question) -> list[ShownAnswer]:
    """List the answers that get lines of their own, in display order: irreversible ones at the end."""
    if not has_answer_lines(question):
        return []
    places = [*display_order(question), *[NO_OPTION] * question.optional]
    if question.ends or has_many_numbers(question.options):
        places = [index for index in places if index == question.preferred]
    grave = [index for index in places if is_grave_answer(question, index)]
    usual = [index for index in places if index not in grave]
    keys, is_numeric = answer_keys(question), is_number_choice(question.options)
    if question.ends:
        keys = {index: answer_key(question, index) for index in places}
    size = max(len(keys[index]) for index in places)
    return [
        ShownAnswer(
            index=index,
            key=keys[index].rjust(size),
            title="" if is_numeric else answer_title(question, index),
            beside="" if index == NO_OPTION else question.options[index].beside,
            is_preferred=index == question.preferred,
            is_apart=bool(usual) and grave[:1] == [index],
        )
        for index in [*usual, *grave]
    ]


def render_throw(wanted: WantedDice) -> Line:
    """Render the request for real dice or a draw: ``1d6 for Reef (Packet): 1 to 3 → wrecked, 4 to 6 → safe``."""
    if wanted.members:
        rendered = line(sentences.which_was_drawn(len(wanted.members)), "question")
        return rendered.with_span(f": {'; '.join(wanted.members)}")
    about = f" ({', '.join(wanted.about)})" if wanted.about else ""
    leads = ", ".join(f"{faces} → {result}" for faces, result in wanted.leads)
    rendered = line(wanted.dice.notation, "question")
    rendered = rendered.with_span(f" for {table_label(wanted.table, wanted.title) or 'dice'}{about}", "key")
    return rendered.with_span(f": {leads}" if leads else "")


def render_stake(wanted: WantedDice, *, is_next: bool) -> Line:
    """Render what is at stake before dice fall that the program throws.

    Args:
        wanted: The dice, or the draw.
        is_next: Whether they fall at once, and not only among other things of the next beat.
    """
    if wanted.members:
        drawn, count, purpose = wanted.draw_count, len(wanted.members), wanted.title
        one = sentences.awaited_draw(count, purpose)
        return line(sentences.awaited_draws(drawn, count, purpose) if drawn > 1 else one, "key")
    stake = render_throw(wanted)
    return stake if is_next else evolve(stake, spans=(Span(sentences.NEXT, "faint"), *stake.spans))


def render_group(group: QuestionGroup) -> list[Line]:
    """Render a group of questions: a line for each row with its answers behind the numbers of their columns."""
    if isinstance(group, RepeatedQuestion):
        return [*render_question(group.question), render_choice_hint(group)]
    title = f"{group.title}: {group.asks}" if group.asks else group.title
    remarks = dict.fromkeys(remark for row in group.rows for remark in row.remarks)
    rows = [render_row(group, row) for row in range(len(group.rows))]
    return [line(title, "question"), *(line(each, indent=1) for each in remarks), *rows, line(MATRIX_HINT, "faint")]


def render_row(matrix: Matrix, row: int) -> Line:
    """Render a row of a matrix of questions: its label, then the answers that it offers."""
    question = matrix.rows[row]
    text = line(f"{matrix.labels[row]}:", "title", 1)
    for place, column in enumerate(matrix.columns):
        index = matrix.option_index(row, place)
        if index is not None:
            beside = f" ({question.options[index].beside})" if question.options[index].beside else ""
            mark = DEFAULT_MARK if index == question.preferred else ""
            text = text.with_span(f"  {mark}{place + 1} ", "key").with_span(f"{column.title}{beside}")
    return text


def render_choice_hint(several: RepeatedQuestion) -> Line:
    """Render how many options of a repeated question may be chosen, how to type them, and the default choice."""
    count = f"{several.most}" if several.least else f"up to {several.most}"
    preferred = ", ".join(several.question.options[place].title for place in several.preferred) or "none"
    return line(f"{count} of them, with commas: 1, 2; Enter: {preferred}", "faint")
