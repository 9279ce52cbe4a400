"""A simulation that the page's workers play: its order, its programs, and the answers watched so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import define, field

from bombsight.flat.program import Program
from bombsight.service.simulating.orders import Order
from bombsight.service.simulating.unchosen_answers import AnswerCounts, AnswerKey

ENTRY: Literal["mission"] = "mission"
"""The entry that is simulated."""


@define
class WatchedAnswers:
    """The new questions and answers of a side, counted in its first runs.

    Attributes:
        side: The index of the side.
        titles: The new questions and answers, with their texts.
        runs: The number of runs so far.
        counted: How often each was offered and chosen in them.
    """

    side: int
    titles: Mapping[AnswerKey, str]
    runs: int
    counted: AnswerCounts


@define
class OpenSimulation:
    """A simulation.

    Attributes:
        order: What is played.
        programs: The program of each side that is compiled.
        watched: The new answers of each side that has some.
    """

    order: Order
    programs: list[Program] = field(factory=list)
    watched: list[WatchedAnswers] = field(factory=list)
