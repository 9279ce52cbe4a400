"""Questions to a seat without hidden information: their texts, the order of their options, and the advice."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from attrs import evolve

from bombsight.flat.types import ElementType
from bombsight.runtime.run.policies import Question, choice_site, preferred_index
from bombsight.runtime.run.remarks import RemarkRenderer, collect_remarks
from bombsight.runtime.visibility.renumbering import VisibleValues, visible_values
from bombsight.service.seats.visibility.masked_state import MaskedState, StateMask


def mask_question(question: Question, mask: StateMask, masked: MaskedState, *, is_older: bool) -> Question:
    """Copy a question without what is hidden from the seat that it is put to.

    Options with equal names are reordered so that their order reveals nothing: :func:`order_options` maps back.

    Args:
        question: The question.
        mask: The mask of the seat.
        masked: The present state, which ``mask`` made last.
        is_older: Whether options with equal names keep the order of tables of an older version.
    """
    describer, site = masked.describer, choice_site(mask.session.program, question.site)
    order = order_options(question, mask, masked, is_older=is_older)
    numbers = [question.numbers[place] for place in order]
    remarks_on_options = collect_remarks(describer, site, numbers, question.told)
    options = describer.describe_options(site, numbers, question.told)
    return evolve(
        question,
        prompt=describer.fill_text(site.ask, question.told),
        options=tuple(evolve(each, beside=text) for each, text in zip(options, remarks_on_options.beside, strict=True)),
        preferred=find_preferred_index(question, mask, masked, numbers),
        remarks=remarks_on_options.lines,
        routine=remarks_on_options.routine,
        numbers=(),
        told=(),
    )


def order_options(question: Question, mask: StateMask, masked: MaskedState, *, is_older: bool) -> list[int]:
    """Return the display order of options, which reveals nothing: by name, visible values, then a salted hash.

    The arguments are those of :func:`mask_question`.
    """
    session, secrets, describer = mask.session, mask.secrets, masked.describer
    site = choice_site(session.program, question.site)
    order = list(range(len(question.numbers)))
    if not isinstance(site.option_type, ElementType):
        return order
    pool = describer.lexicon.list_of_record[site.option_type.record]
    if pool.id not in secrets.unordered:
        return order
    salt = f"{session.header.seed} {len(session.records)} "
    slots = session.describer.slots
    values_in_sight = visible_values(secrets.unordered_lists, slots, masked.hidden_slots)

    def sort_key(option_index: int) -> tuple[str, VisibleValues, bytes]:
        """Sort key: an option's name, its visible values, and a salted hash."""
        number = question.numbers[option_index]
        words = describer.element_name(pool.record, number, titled=False)
        of_element = () if is_older else values_in_sight.get(pool.base + number % pool.capacity, ())
        return words, of_element, sha256(f"{salt}{number}".encode()).digest()

    return sorted(order, key=sort_key)


def find_preferred_index(
    question: Question, mask: StateMask, masked: MaskedState, option_numbers: Sequence[int]
) -> int:
    """Return the index of the advised option, scored by what the seat may see; 0 if the scores are hidden.

    Args:
        question: The question.
        mask: The mask of the seat.
        masked: The present state, which ``mask`` made last.
        option_numbers: The numbers of the options, in display order.
    """
    describer = masked.describer
    site = choice_site(mask.session.program, question.site)
    if not mask.secrets.are_any:
        return question.preferred
    renderer = RemarkRenderer(describer, mask.asides.evaluator_at(describer.slots), question.told)
    scores: list[int] = []
    for number in option_numbers if site.scores else ():
        part = site.scores[0 if site.option_type is not None else number]
        score = 0 if part is None else renderer.evaluate(part, number)
        if score is not None:
            scores.append(score)
    if len(scores) < len(option_numbers):
        return 0
    return preferred_index(range(len(scores)), scores.__getitem__, site.optional)
