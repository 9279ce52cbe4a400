"""What decides, beside a question and its options, worked out when somebody looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import OPTION, PLAYER, Aside, AsideLine, ChoiceSite, Hole
from bombsight.runtime.events.describe import Describer

if TYPE_CHECKING:
    from bombsight.runtime.run.derived_values import AsideEvaluator


UNKNOWN = "?"
"""In place of a value for which there were no steps left."""


@frozen
class RemarkRenderer:
    """What is told with a choice.

    Attributes:
        describer: Of the program, in the state of now.
        worth: Works asides out in that state.
        values: What is told with the choice.
    """

    describer: Describer
    worth: AsideEvaluator
    values: Sequence[int]

    def evaluate(self, part: Hole | Aside, option: int) -> int | None:
        """What stands in a hole; None where working it out is a fault."""
        if isinstance(part, Hole):
            return self.told_value(part.index, option)
        return self.worth(part.entry, *(self.told_value(index, option) for index in part.arguments))

    def told_value(self, index: int, option: int) -> int:
        """A value that is told, or the option at hand."""
        return option if index == OPTION else self.values[index]

    def render_line(self, line: AsideLine, option: int = OPTION) -> str:
        """A line; empty where it is not told, or where working something in it out is a fault.

        What there are no steps left for is a question mark.
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
        """Whether a line can be worked out for each of these options."""
        return all(self.can_render(line, option) for option in options)

    def can_render(self, line: AsideLine, option: int) -> bool:
        """Whether a line can be worked out; what is not told need not be."""
        for part in line.values:
            value = self.evaluate(part, option)
            if value is None:
                return self.worth.is_spent  # nobody knows, and so nobody calls it wrong
            if part is line.condition and not value:
                return True
        return True


def remark_renderer(describer: Describer, values: Sequence[int]) -> RemarkRenderer:
    """What is told with one choice, with all steps that there are for what stands beside it.

    Args:
        describer: Of a program played, with its asides.
        values: What is told with the choice.
    """
    assert describer.asides is not None
    return RemarkRenderer(
        describer, describer.asides.evaluator_at(describer.slots, describer.program.budgets.beside), values
    )


@frozen
class Remarks:
    """What stands beside a choice.

    Attributes:
        lines: Beside the question.
        beside: Beside each option; empty where there is nothing.
        routine: Whether the rules' preference is the one sensible answer.
    """

    lines: tuple[str, ...]
    beside: tuple[str, ...]
    routine: bool = False


def has_fault(describer: Describer, site: ChoiceSite, options: Sequence[int], values: Sequence[int]) -> bool:
    """Whether something that is to stand beside a choice cannot be worked out; the arguments are those of `remarks`."""
    if describer.asides is None or not (site.beside or site.routine):
        return False
    renderer = remark_renderer(describer, values)
    lines = [*site.beside, *([AsideLine((), site.routine)] if site.routine else [])]
    return not all(renderer.can_render_all(line, options) for line in lines)


def is_answered_by_player(site: ChoiceSite) -> bool:
    """Whether somebody at the table answers."""
    return site.by == PLAYER or site.seat is not None


def collect_remarks(describer: Describer, site: ChoiceSite, options: Sequence[int], values: Sequence[int]) -> Remarks:
    """What stands beside a choice, in the state as it is. Choosers who do not sit at the table are told nothing.

    Args:
        describer: Of the program played, with its asides.
        site: The choice.
        options: The integers that can be chosen.
        values: What is told beside them.
    """
    nothing = Remarks((), ("",) * len(options))
    if describer.asides is None or not is_answered_by_player(site) or not (site.beside or site.routine):
        return nothing
    renderer = remark_renderer(describer, values)
    lines = [renderer.render_line(line) for line in site.beside if not line.is_of_option]
    of_option = [line for line in site.beside if line.is_of_option]
    beside = [", ".join(filter(None, (renderer.render_line(line, option) for line in of_option))) for option in options]
    routine = site.routine is not None and renderer.evaluate(site.routine, OPTION) == 1
    return Remarks(tuple(filter(None, lines)), tuple(beside), routine)
