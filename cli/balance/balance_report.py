"""The display of a game's balance: what stands out, then figures, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rich.console import Console

from bombsight.cli.games.contents import MAX_WIDTH
from bombsight.cli.simulating.charts import draw_bar
from bombsight.cli.simulating.simulation_report import MATTER_STYLES, ChartLine, show_section
from bombsight.cli.terminal.screen import replace_plus_minus, sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first
from bombsight.service.balance.documents import Balance, BalanceFinding, LossPlace, RunsBalance
from bombsight.service.balance.wording import (
    REMARKABLE,
    VERDICT_TEXTS,
    amount_text,
    choice_name,
    clear_text,
    count_text,
    interval_of_part,
    judged_text,
    length_text,
    part_text,
    play_noun,
    runs_text,
    stopped_text,
)
from bombsight.service.simulating.columns import Matters
from bombsight.service.simulating.formatting import format_percent
from bombsight.service.simulating.statistics import Share
from bombsight.service.simulating.wording import interval_text, is_yes_no, mean_text, share_text, yes_count_of

MAX_ROWS = 10
"""The most rows of a table at the terminal; the page and JSON have all."""

FINDING_STYLES = {"fault": "bold red", "dominated": "yellow", "missed": "yellow", "play": "yellow"}
"""The styles of findings by what they are about; others are plain."""


def show_balance(balance: Balance, out: Console) -> None:
    """Print a game's balance."""
    width = min(out.width, MAX_WIDTH)
    out.print(styled_text(balance.title, "bold"))
    print_wrapped(f"{runs_text(balance)} Seed {balance.seed}.", "dim", width, out)
    if balance.stopped:
        print_wrapped(stopped_text(), "yellow", width, out)
    show_findings(balance.findings, width, out)
    for noun, runs in (
        ("a mission", [(play.name, play.missions) for play in balance.plays]),
        ("a campaign", [(play.name, play.careers) for play in balance.plays]),
    ):
        show_ends(noun, [(play_noun(name), each) for name, each in runs if each is not None], out)
    show_lengths(balance, out)
    show_choices(balance, width, out)
    show_answers(balance, out)
    show_tables(balance, out)
    show_losses(balance, width, out)
    for each in balance.left_out:
        out.print()
        print_wrapped(f"Left out: {each}.", "dim", width, out)


def print_wrapped(text: str, style: str, width: int, out: Console) -> None:
    """Print a text broken to a width."""
    for line in wrap_text(styled_text(sanitize(replace_plus_minus(text)), style), 0, width):
        out.print(line, soft_wrap=True)


def show_findings(findings: Sequence[BalanceFinding], width: int, out: Console) -> None:
    """Print what stands out, a paragraph each."""
    for finding in findings:
        out.print()
        text = styled_text(sanitize(replace_plus_minus(finding.text)), FINDING_STYLES.get(finding.kind, ""))
        for line in wrap_text(text, 0, width):
            out.print(line, soft_wrap=True)


def show_ends(noun: str, runs: Sequence[tuple[str, RunsBalance]], out: Console) -> None:
    """Print how the missions, or careers, of each play end: the measure and the outcome.

    Args:
        noun: What ends, with its article.
        runs: The names of plays, with their runs.
        out: The console.
    """
    rates = list(list_rates(runs))
    if rates:
        show_section(f"how {noun} ends", ("share", "95 % interval"), rates, out)
    means = [
        ChartLine(f"{column.title}, {name}", (replace_plus_minus(mean_text(column.numbers.mean)),), lambda _: "", "")
        for name, each in runs
        for column in ([] if each.measure is None else [each.measure])
        if column.numbers is not None
    ]
    if means:
        show_section(f"what {noun} comes to", ("mean",), means, out)


def list_rates(runs: Sequence[tuple[str, RunsBalance]]) -> Iterator[ChartLine]:
    """Yield the lines of the measure, if it is yes or no, and of the outcome, play by play."""
    columns = [
        [(name, each.measure) for name, each in runs if each.measure is not None],
        [(name, column) for name, each in runs for column in each.counted.columns if column.name == "result"],
    ]
    for group in columns:
        if group and is_yes_no(group[0][1]):
            for name, column in group:
                share = yes_count_of(column).share
                yield make_rate_line(f"{column.title}, {name}", share, column.matters)
        elif group:
            for place, word in enumerate(group[0][1].words):
                for name, column in group:
                    yield make_rate_line(f"{word.title}, {name}", column.words[place].share, column.matters)


def make_rate_line(title: str, share: Share, matters: Matters) -> ChartLine:
    """Make the line of a share, with its interval and a bar."""
    figures = (share_text(share), interval_text(share))
    return ChartLine(title, figures, partial(draw_bar, share.share), MATTER_STYLES[matters], is_faint=not share.count)


def show_lengths(balance: Balance, out: Console) -> None:
    """Print how many questions and throws a run has, and how many questions matter."""
    lines = [
        ChartLine(
            f"{noun}, {play_noun(play.name)}",
            tuple(map(replace_plus_minus, (length_text(length.questions), length_text(length.throws)))),
            lambda _: "",
            "",
        )
        for noun, lengths in (
            ("mission", [(play, play.missions) for play in balance.plays]),
            ("campaign", [(play, play.careers) for play in balance.plays]),
        )
        for play, runs in lengths
        if runs is not None
        for length in [runs.length]
        if length is not None
    ]
    show_section("how long it lasts", ("questions", "throws"), lines, out)
    if lines and balance.mattering is not None:
        run = "mission" if balance.judged_at == "mission" else "campaign"
        noun = play_noun(balance.good_play)
        out.print(styled_text(f"Of the questions of a {run} of {noun} {count_text(balance.mattering)} matter.", "dim"))


def show_choices(balance: Balance, width: int, out: Console) -> None:
    """Print which choices matter, the weightiest first."""
    judged = [choice for choice in balance.choices if choice.weight is not None]
    most = max((choice.weight.mean for choice in judged if choice.weight), default=0.0) or 1.0
    lines = [
        ChartLine(
            choice_name(choice),
            (
                count_text(choice.asked),
                clear_text(choice),
                replace_plus_minus(amount_text(balance.measure, choice.spread)),
                replace_plus_minus(amount_text(balance.measure, choice.weight)),
            ),
            partial(draw_bar, max(0.0, choice.weight.mean / most)),
            "cyan",
            is_faint=choice.weight.low is None or choice.weight.low <= 0,
        )
        for choice in judged[:MAX_ROWS]
        if choice.weight is not None
    ]
    show_section("which choices matter", ("asked", "clear", "a question", "a run"), lines, out)
    if lines:
        print_wrapped(judged_text(balance), "dim", width, out)


def show_answers(balance: Balance, out: Console) -> None:
    """Print the answers that good play never or always gives."""
    lines = [
        ChartLine(
            f"{choice_name(choice)}: {answer.title}",
            (
                f"{answer.offered:,}",
                f"{answer.taken:,}",
                f"{answer.random:,}",
                replace_plus_minus(amount_text(balance.measure, answer.worse)),
                VERDICT_TEXTS[answer.verdict],
            ),
            lambda _: "",
            "",
        )
        for choice in balance.choices
        for answer in choice.answers
        if answer.verdict in REMARKABLE
    ]
    show_section("answers", ("offered", "given", "by chance", "behind", ""), lines[: 2 * MAX_ROWS], out)


def show_tables(balance: Balance, out: Console) -> None:
    """Print which tables decide."""
    if balance.tables is None:
        return
    lines = [
        ChartLine(
            table.title,
            (
                count_text(table.throws),
                format_percent(table.frequency, 0),
                part_text(table.explained),
                interval_of_part(table.explained),
            ),
            partial(draw_bar, table.explained.share),
            "cyan",
            is_faint=table.explained.low <= 0,
        )
        for table in balance.tables.tables[:MAX_ROWS]
        if table.explained.share > 0
    ]
    show_section("which tables decide", ("throws", "by coming up", "explains", "95 % interval"), lines, out)
    explained = format_percent(balance.tables.explained, 0)
    out.print(styled_text(f"All of them together explain {explained} of how missions differ.", "dim"))


def show_losses(balance: Balance, width: int, out: Console) -> None:
    """Print where missions are lost."""
    losses = balance.losses
    if losses is None:
        return
    out.print()
    print_wrapped(f"Lost ({losses.meaning}): {share_text(losses.share)} of the missions watched", "bold", width, out)
    groups = (
        ("how they end", losses.results),
        ("their last bad news", losses.news),
        ("in which step", losses.steps),
        ("after which throw", losses.tables),
    )
    for title, places in groups:
        show_section(title, ("lost", "others"), [make_place_line(place) for place in places[:5]], out)


def make_place_line(place: LossPlace) -> ChartLine:
    """Make the line of a place at which missions are lost."""
    figures = (format_percent(place.lost.share, 0), format_percent(place.others.share, 0))
    return ChartLine(capitalize_first(place.title), figures, partial(draw_bar, place.lost.share), "red")
