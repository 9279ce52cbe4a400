"""What the autopilot's preferences cost, on the screen: choice by choice, the dearest first."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from bombsight.cli.games.contents import WIDEST
from bombsight.cli.terminal.screen import arrow, clean, counted, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.runtime.batch.estimates import Z
from bombsight.service.play.answer_odds import OFTEN
from bombsight.service.present.odds_lines import CLEAR, describe_difference
from bombsight.service.testing.preferences import Doubt, Preferences


def show_preferences(told: Preferences, out: Console) -> None:
    """Print where other answers would serve better."""
    width = min(out.width, WIDEST)
    for line in lines(told, width):
        out.print(line, soft_wrap=True)


def lines(told: Preferences, width: int) -> Iterator[Text]:
    """The head, a block for each choice in which another answer would serve better, and how many there are else."""
    yield words(told.title, "bold")
    said = (
        f"{counted(told.missions, 'mission')} with seed {told.seed}; each answer judged by {told.runs} runs, and what "
    )
    said += "another is worth by as many others"
    yield from wrapped(words(said, "dim"), 0, width)
    doubted = [doubt for doubt in told.doubts if doubt.differs]
    for doubt in doubted:
        yield Text()
        yield from block(told, doubt, width)
    yield Text()
    yield from wrapped(words(conclusion(len(told.doubts), len(doubted)), "dim"), 0, width)


def conclusion(choices: int, doubted: int) -> str:
    """What is said below the choices in which another answer served better.

    Args:
        choices: How many came up.
        doubted: How many of them these are.
    """
    if not choices:
        return "No choice came up."
    if not doubted:
        return f"Of {counted(choices, 'choice')} that came up none has another answer that served better."
    if doubted == choices:
        return "No other choice came up."
    return f"Of the other {counted(choices - doubted, 'choice')} that came up none has an answer that served better."


def block(told: Preferences, doubt: Doubt, width: int) -> Iterator[Text]:
    """A choice: how often another answer is better, which, and what it is worth each time."""
    head = words(doubt.id.removeprefix("choice:"), "bold").append(clean(f"  {doubt.ask}"), "not bold")
    yield from wrapped(head.append(clean(f"  {doubt.origin.place}"), "dim not bold"), 0, width)
    said = Text(f"another answer {doubt.differs} of {doubt.asked} times: ")
    said.append(", ".join(f"{swap.own} {arrow()} {swap.better} {swap.times}" for swap in doubt.swaps), "cyan")
    yield from wrapped(said, 2, width)
    worth = []
    for measure, gain in zip(told.measures, doubt.gains, strict=True):
        if gain.error is not None and gain.value and abs(gain.value) >= CLEAR * gain.error:
            better = (gain.value > 0) == (measure.matters == "good")
            shown = describe_difference(measure, gain.value, Z * gain.error)
            worth.append(Text(clean(measure.title)).append(f" {shown}", "green" if better else "red"))
    if worth:
        yield from wrapped(Text("each time: ").append_text(Text(", ").join(worth)), 2, width)
    else:
        yield from wrapped(words("worth nothing that can be told", "dim"), 2, width)
    if any(measure.required and gain.value <= -OFTEN for measure, gain in zip(told.measures, doubt.gains, strict=True)):
        caution = "It gives up missions that do not count then, and are played again: what that costs is not shown."
        yield from wrapped(words(caution, "yellow"), 2, width)
