"""Information beside a question and its options, evaluated on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import OPTION, PLAYER, Aside, AsideLine, ChoiceSite, Hole
from bombsight.runtime.events.describe import HIDDEN, Describer

if TYPE_CHECKING:
    from bombsight.runtime.run.derived_values import AsideEvaluator


UNKNOWN = "?"
"""Replaces a value for which no steps were left."""


@frozen
class RemarkRenderer:
    """Renders the remarks (lines of information) that the rules show beside one choice and its options.

    Attributes:
        describer: The describer of the program, in the current state.
        worth: Evaluates asides in that state.
        values: The values of the choice.
    """

    describer: Describer
    worth: AsideEvaluator
    values: Sequence[int]

    def evaluate(self, part: Hole | Aside, option: int) -> int | None:
        """Return the value of a part of a remark for an option (a parameter, or a function's).

        None if it faults, or rests on what is hidden from the player.
        """
        if isinstance(part, Hole):
            return self.choice_value(part.index, option)
        value = self.worth(part.entry, *(self.choice_value(index, option) for index in part.arguments))
        return None if value == HIDDEN else value

    def choice_value(self, index: int, option: int) -> int:
        """Return the choice's parameter at an index, or the option itself for the index ``OPTION``."""
        return option if index == OPTION else self.values[index]

    def render_line(self, line: AsideLine, option: int = OPTION) -> str:
        """Render a remark, for an option if one is given; empty if its condition is false or a value faults.

        A value for which no steps are left is a question mark.
        """
        if line.condition is not None and not self.evaluate(line.condition, option):
            return ""
        text = ""
        for part in line.text:
            if isinstance(part, str):
                text += part
                continue
            value = self.evaluate(part, option)
            if value is not None:
                text += self.describer.value_title(part.type, value)
            elif self.worth.is_spent:
                text += UNKNOWN
            else:
                return ""
        return text.strip()

    def can_render_all(self, line: AsideLine, options: Sequence[int]) -> bool:
        """Whether a remark can be rendered for each option without a fault in its condition or values."""
        return all(self.can_render(line, option) for option in options)

    def can_render(self, line: AsideLine, option: int) -> bool:
        """Whether a remark can be rendered for an option without a fault, as far as its condition is true."""
        for part in line.values:
            value = self.evaluate(part, option)
            if value is None:
                return self.worth.is_spent  # unknown, and so no fault
            if part is line.condition and not value:
                return True
        return True


def remark_renderer(describer: Describer, values: Sequence[int]) -> RemarkRenderer:
    """Make the renderer of the remarks beside a choice with these parameters, with a fresh budget of steps."""
    assert describer.asides is not None
    return RemarkRenderer(
        describer, describer.asides.evaluator_at(describer.slots, describer.program.budgets.beside), values
    )


@frozen
class Remarks:
    """The remarks beside a choice: lines of information for the whole question and for each option.

    Attributes:
        lines: The lines beside the question.
        beside: The line beside each option; empty for none.
        routine: Whether only the autopilot's answer is sensible.
    """

    lines: tuple[str, ...]
    beside: tuple[str, ...]
    routine: bool = False


def has_fault(describer: Describer, site: ChoiceSite, options: Sequence[int], values: Sequence[int]) -> bool:
    """Whether any remark beside a choice faults for one of the choice's options."""
    if describer.asides is None or not (site.beside or site.routine):
        return False
    renderer = remark_renderer(describer, values)
    lines = [*site.beside, *([AsideLine((), site.routine)] if site.routine else [])]
    return not all(renderer.can_render_all(line, options) for line in lines)


def is_answered_by_player(site: ChoiceSite) -> bool:
    """Whether a player answers the choice, not another person whom the rules name."""
    return site.by == PLAYER or site.seat is not None


def collect_remarks(describer: Describer, site: ChoiceSite, options: Sequence[int], values: Sequence[int]) -> Remarks:
    """Render the remarks beside a choice and its options in the current state; empty if no player answers it.

    Args:
        describer: The describer of a program with asides.
        site: The choice.
        options: The options as integers.
        values: The values of the choice's texts.
    """
    nothing = Remarks((), ("",) * len(options))
    if describer.asides is None or not is_answered_by_player(site) or not (site.beside or site.routine):
        return nothing
    renderer = remark_renderer(describer, values)
    lines = [renderer.render_line(line) for line in site.beside if not line.differs_by_option]
    of_option = [line for line in site.beside if line.differs_by_option]
    beside = [", ".join(filter(None, (renderer.render_line(line, option) for line in of_option))) for option in options]
    routine = site.routine is not None and renderer.evaluate(site.routine, OPTION) == 1
    return Remarks(tuple(filter(None, lines)), tuple(beside), routine)
