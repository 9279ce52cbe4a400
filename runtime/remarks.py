"""What decides, beside a question and its options, worked out when somebody looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from bombsight.flat.sites import OPTION, Aside, AsideParts, ChoiceSite, Hole, is_of_option
from bombsight.runtime.describe import Describer

if TYPE_CHECKING:
    from bombsight.runtime.asides import Worth

PLAYER = "player"
"""Who chooses where the rules name nobody else."""


@frozen
class Told:
    """What is told with a choice.

    Attributes:
        describer: Of the program, in the state of now.
        worth: Works asides out in that state.
        values: What is told with the choice.
    """

    describer: Describer
    worth: Worth
    values: Sequence[int]

    def value(self, part: Hole | Aside, option: int) -> int | None:
        """What stands in a hole; None where working it out is a fault."""
        if isinstance(part, Hole):
            return self.at(part.index, option)
        return self.worth(part.entry, *(self.at(index, option) for index in part.arguments))

    def at(self, index: int, option: int) -> int:
        """A value that is told, or the option at hand."""
        return option if index == OPTION else self.values[index]

    def text(self, parts: AsideParts, option: int = OPTION) -> str:
        """A line; empty where working something in it out is a fault."""
        found = ""
        for part in parts:
            if isinstance(part, str):
                found += part
                continue
            value = self.value(part, option)
            if value is None:
                return ""
            found += self.describer.title(part.type, value)
        return found.strip()

    def is_whole(self, parts: AsideParts, options: Sequence[int]) -> bool:
        """Whether a line can be worked out for each of these options."""
        held = [part for part in parts if not isinstance(part, str)]
        return all(self.value(part, option) is not None for part in held for option in options)


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


def faulty(describer: Describer, site: ChoiceSite, options: Sequence[int], values: Sequence[int]) -> bool:
    """Whether something that is to stand beside a choice cannot be worked out; the arguments are those of `remarks`."""
    if describer.asides is None or not (site.beside or site.routine):
        return False
    told = Told(describer, describer.asides.at(describer.slots), values)
    lines = [*site.beside, *([(site.routine,)] if site.routine else [])]
    return not all(told.is_whole(parts, options) for parts in lines)


def remarks(describer: Describer, site: ChoiceSite, options: Sequence[int], values: Sequence[int]) -> Remarks:
    """What stands beside a choice, in the state as it is. Other choosers than the player are told nothing.

    Args:
        describer: Of the program played, with its asides.
        site: The choice.
        options: The integers that can be chosen.
        values: What is told beside them.
    """
    nothing = Remarks((), ("",) * len(options))
    if describer.asides is None or site.by != PLAYER or not (site.beside or site.routine):
        return nothing
    told = Told(describer, describer.asides.at(describer.slots), values)
    lines = [told.text(parts) for parts in site.beside if not is_of_option(parts)]
    of_option = [parts for parts in site.beside if is_of_option(parts)]
    beside = [", ".join(filter(None, (told.text(parts, option) for parts in of_option))) for option in options]
    routine = site.routine is not None and told.value(site.routine, OPTION) == 1
    return Remarks(tuple(filter(None, lines)), tuple(beside), routine)
