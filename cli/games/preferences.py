"""The display of the autopilot's preferences: choice by choice, the costliest first."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from bombsight.cli.games.contents import MAX_WIDTH
from bombsight.cli.terminal.screen import arrow_sign, pluralize, sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.batch.estimates import Z
from bombsight.service.play.answer_odds import MIN_UNCOUNTED_SHARE, RUN_NAMES
from bombsight.service.present.odds_lines import SIGNIFICANT_ERRORS, describe_difference, describe_forecasts
from bombsight.service.testing.preferences import Doubt, Preferences


def show_preferences(preferences: Preferences, out: Console) -> None:
    """Print the choices at which other answers than the autopilot's are better."""
    width = min(out.width, MAX_WIDTH)
    for line in draw_preferences(preferences, width):
        out.print(line, soft_wrap=True)


def draw_preferences(preferences: Preferences, width: int) -> Iterator[Text]:
    """Render a heading, a block for each choice with a better answer, and the count of the others."""
    yield styled_text(preferences.title, "bold")
    summary = (
        f"{pluralize(preferences.missions, RUN_NAMES[preferences.runs_of])} with seed {preferences.seed}; "
        f"each answer judged by {preferences.runs} runs, and what "
    )
    summary += "another is worth by as many others"
    yield from wrap_text(styled_text(summary, "dim"), 0, width)
    for note in describe_forecasts(preferences.measures):
        yield from wrap_text(styled_text(sanitize(note), "dim"), 0, width)
    better_answered = [doubt for doubt in preferences.doubts if doubt.differs]
    for doubt in better_answered:
        yield Text()
        yield from draw_choice_with_better_answer(preferences, doubt, width)
    yield Text()
    yield from wrap_text(styled_text(format_conclusion(len(preferences.doubts), len(better_answered)), "dim"), 0, width)


def format_conclusion(choices: int, better_answered: int) -> str:
    """The sentence below the list of choices: how many of all ``choices`` have no better answer."""
    if not choices:
        return "No choice came up."
    if not better_answered:
        return f"Of {pluralize(choices, 'choice')} that came up none has another answer that served better."
    if better_answered == choices:
        return "No other choice came up."
    return (
        f"Of the other {pluralize(choices - better_answered, 'choice')} that "
        "came up none has an answer that served better."
    )


def draw_choice_with_better_answer(preferences: Preferences, choice: Doubt, width: int) -> Iterator[Text]:
    """Render a choice: how often another answer is better than the autopilot's, which one, and the gain by it."""
    head = styled_text(choice.id.removeprefix("choice:"), "bold").append(sanitize(f"  {choice.ask}"), "not bold")
    yield from wrap_text(head.append(sanitize(f"  {choice.origin.place}"), "dim not bold"), 0, width)
    frequency = Text(f"another answer {choice.differs} of {choice.asked} times: ")
    frequency.append(
        ", ".join(f"{swap.own} {arrow_sign()} {swap.better} {swap.times}" for swap in choice.swaps), "cyan"
    )
    yield from wrap_text(frequency, 2, width)
    gain_texts = []
    for measure, gain in zip(preferences.measures, choice.gains, strict=True):
        if (
            gain is not None
            and gain.error is not None
            and gain.value
            and abs(gain.value) >= SIGNIFICANT_ERRORS * gain.error
        ):
            better = (gain.value > 0) == (measure.matters == "good")
            shown = describe_difference(measure, gain.value, Z * gain.error)
            gain_texts.append(Text(sanitize(measure.title)).append(f" {shown}", "green" if better else "red"))
    if gain_texts:
        yield from wrap_text(Text("each time: ").append_text(Text(", ").join(gain_texts)), 2, width)
    else:
        yield from wrap_text(styled_text("worth nothing that can be told", "dim"), 2, width)
    if any(
        measure.required and gain is not None and gain.value <= -MIN_UNCOUNTED_SHARE
        for measure, gain in zip(preferences.measures, choice.gains, strict=True)
    ):
        caution = "It gives up missions that do not count then: a mission's figures are those of the next that counts."
        yield from wrap_text(styled_text(caution, "yellow"), 2, width)
