"""The display of learning: a status line, a line for each round, and in the end what was learned, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from bombsight.cli.failure import SUCCESS
from bombsight.cli.games.contents import MAX_WIDTH
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.quoting import quote_argument
from bombsight.cli.terminal.screen import make_console, pluralize, replace_plus_minus, sanitize, styled_text
from bombsight.cli.terminal.signals import SignalInterrupt, exit_status_of
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.common.files import overwrite_text
from bombsight.service.games.requests import Rules
from bombsight.service.learning.document import ChoiceTold, ComparisonTold, Learned, RoundTold, RuleTold
from bombsight.service.learning.learned_file import describe_comparison, describe_gap
from bombsight.service.learning.learning_run import begin_learning, is_better_beyond_doubt
from bombsight.service.simulating.formatting import format_difference


def learn_and_show(
    game: str,
    rules: Rules,
    seed: int,
    *,
    rounds: int | None,
    minutes: int | None,
    out: Path | None,
    json: bool,
) -> int:
    """Learn, show each round and the result, and write the file; return the exit status.

    A first interrupt ends the rounds, and what is best by then is judged still; a second ends that, too.

    Args:
        game: The game's id, or its folder.
        rules: The rules of the call.
        seed: The seed of all dice.
        rounds: The most rounds; None for as many as there is time for.
        minutes: How long a round may begin; None for the default.
        out: The file to write; None for none.
        json: Whether to print JSON.

    Raises:
        InputError: The game does not exist, or the file cannot be written.
        KeyboardInterrupt: It was interrupted before the end of the first round, or by a signal to terminate.
    """
    stop: KeyboardInterrupt | None = None
    screen = make_console(stderr=True)
    with screen.status("Reading the rules", spinner="line") as status:
        run = begin_learning(game, rules, seed, lambda text: status.update(sanitize(text)))
        compared: tuple[ComparisonTold, ...] = ()
        gap = None
        try:
            for told in run.play_rounds(rounds, minutes):
                screen.print(draw_round(told), soft_wrap=True)
        except KeyboardInterrupt as interrupt:
            if isinstance(interrupt, SignalInterrupt) or not run.rounds:
                raise
            stop = interrupt
        try:
            compared = run.judge_best()
            if stop is None and is_better_beyond_doubt(compared):
                gap = run.measure_gap()
        except KeyboardInterrupt as interrupt:
            if isinstance(interrupt, SignalInterrupt) or not compared:
                raise
            stop = interrupt
    learned = run.to_document(compared, gap, stopped=stop is not None)
    if out is not None and learned.text is not None:
        overwrite_text(out, learned.text)
    if json:
        print_json(learned.to_json())
    else:
        console = make_console()
        for line in draw_learned(learned, game, out, min(console.width, MAX_WIDTH)):
            console.print(line, soft_wrap=True)
    return SUCCESS if stop is None else exit_status_of(stop)


def draw_detour(told: RoundTold) -> str:
    """Write at which choice a round does without a learned answer; empty at other times."""
    return f", a detour without what was learned at {told.detour.removeprefix('choice:')}" if told.detour else ""


def draw_round(told: RoundTold) -> Text:
    """Render a round in a line."""
    return styled_text(
        f"Round {told.number}{draw_detour(told)}: {pluralize(told.questions, 'question')} judged, {told.kept} of "
        f"{pluralize(told.tried, 'rule')} kept; "
        f"{replace_plus_minus(describe_comparison(told.compared))}"
    )


def draw_learned(learned: Learned, game: str, out: Path | None, width: int) -> Iterator[Text]:
    """Render what was learned: how it compares, each choice's rules, the gap to a search, how the file is used."""
    yield styled_text(learned.title, "bold")
    if learned.best is None:
        text = (
            f"In {pluralize(len(learned.rounds), 'round')} with seed {learned.seed} nothing was found that is better "
            "than the autopilot of these rules beyond doubt, so nothing is written."
        )
        yield from wrap_text(styled_text(text), 0, width)
        yield from draw_comparisons(learned.compared, width)
        return
    basis = (
        f"Round {learned.best} of {len(learned.rounds)} with seed {learned.seed}, beside the autopilot of these rules, "
        "on the dice of seeds that had no part in learning:"
    )
    yield from wrap_text(styled_text(basis, "dim"), 0, width)
    yield from draw_comparisons(learned.compared, width)
    for choice in learned.choices:
        yield Text()
        yield from draw_choice(choice, width)
    yield Text()
    if learned.gap is not None:
        yield from wrap_text(styled_text(f"{replace_plus_minus(describe_gap(learned.gap))}."), 0, width)
    if learned.forecast is not None:
        forecast = (
            f"The forecast of {learned.forecast.tally} explains {100 * learned.forecast.explained:.0f} % of how it "
            f"varies, from {learned.forecast.ends:,} ends of missions."
        )
        yield from wrap_text(styled_text(sanitize(forecast)), 0, width)
    yield from draw_use(game, out, width)


def draw_comparisons(compared: tuple[ComparisonTold, ...], width: int) -> Iterator[Text]:
    """Render comparisons, a line each."""
    for each in compared:
        style = "green" if each.better else ""
        yield from wrap_text(styled_text(sanitize(replace_plus_minus(describe_comparison(each))), style), 2, width)


def draw_choice(choice: ChoiceTold, width: int) -> Iterator[Text]:
    """Render a choice: its name, and each rule in words."""
    yield styled_text(sanitize(choice.id.removeprefix("choice:")), "bold")
    for rule in choice.rules:
        yield from wrap_text(draw_rule(rule), 2, width)


def draw_rule(rule: RuleTold) -> Text:
    """Render a rule: the answer, the condition, its worth and how often it holds."""
    text = styled_text(sanitize(rule.answer), "cyan")
    text.append(sanitize(f" when {rule.condition}" if rule.condition else " always"), "default")
    worth = format_difference(rule.worth, rule.margin)
    return text.append(f": {worth} a run, holds in {100 * rule.share:.0f} %", "dim")


def draw_use(game: str, out: Path | None, width: int) -> Iterator[Text]:
    """Render how what was learned is used: the file, and a command that plays by it."""
    if out is None:
        yield from wrap_text(styled_text("Nothing is written: -o learned.rules writes it.", "dim"), 0, width)
        return
    written = f"Written to {out}. In the game's folder it is in force by itself; elsewhere:"
    yield from wrap_text(styled_text(sanitize(written)), 0, width)
    command = f"bombsight play {quote_argument(game)} --auto --preferences {quote_argument(str(out))}"
    yield styled_text(f"  {sanitize(command)}", "cyan")
