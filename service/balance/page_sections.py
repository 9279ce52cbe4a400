"""The sections of a balance's page on how it ends, how long it lasts, choices and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.dsl.listing import capitalize_first
from bombsight.service.balance.charts import (
    render_amount_bar,
    scale_for_bars,
)
from bombsight.service.balance.documents import (
    AnswerBalance,
    Balance,
    ChoiceBalance,
    RunsBalance,
)
from bombsight.service.balance.page_tables import SHOWN_ROWS, fold_rows
from bombsight.service.balance.wording import (
    ANSWERS_NOTE,
    CHOICES_NOTE,
    LENGTH_NOTE,
    REMARKABLE,
    VERDICT_TEXTS,
    amount_text,
    choice_name,
    clear_text,
    count_text,
    judged_text,
    length_text,
    play_noun,
)
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.simulating.charts import SHARE_SCALE, Scale, render_row_axis, render_share_bar
from bombsight.service.simulating.columns import Matters
from bombsight.service.simulating.page import render_chart_table, render_shares
from bombsight.service.simulating.statistics import Mean, Share
from bombsight.service.simulating.summary import ColumnCounted
from bombsight.service.simulating.wording import interval_text, is_yes_no, mean_text, share_text, yes_count_of

NamedRuns = Sequence[tuple[str, RunsBalance]]
"""The names of plays, with their runs."""


# --- how it ends


def render_ends(balance: Balance) -> Iterator[Element]:
    """Render how missions and careers end by each play: the measure, the outcome, then all tallies, folded."""
    missions = [(play_noun(play.name), play.missions) for play in balance.plays if play.missions is not None]
    careers = [(play_noun(play.name), play.careers) for play in balance.plays if play.careers is not None]
    for title, runs in (("How a mission ends", missions), ("How a campaign ends", careers)):
        if runs:
            yield tag("section", tag("h2", title), render_runs(runs))


def render_runs(runs: NamedRuns) -> Iterator[Node]:
    """Render the runs of each play: the measure and the outcome, then the other tallies, folded."""
    first = runs[0][1]
    shown = [column.name for column in first.counted.columns if column.name == "result"]
    if first.measure is not None:
        yield from render_column([(name, each.measure) for name, each in runs if each.measure is not None])
    else:
        yield tag("p", "No tally there is good or bad: nothing says what good play is.", class_="notice")
    measure_name = "" if first.measure is None else first.measure.name
    for name in shown:
        yield from render_column(find_columns(runs, name))
    others = [column.name for column in first.counted.columns if column.name not in (*shown, measure_name)]
    if others:
        parts = [part for name in others for part in render_column(find_columns(runs, name))]
        yield tag("details", tag("summary", f"All other tallies ({len(others)})"), parts)


def find_columns(runs: NamedRuns, name: str) -> list[tuple[str, ColumnCounted]]:
    """Find a column by its name in the runs of each play."""
    return [(play, column) for play, each in runs for column in each.counted.columns if column.name == name]


def render_column(columns: Sequence[tuple[str, ColumnCounted]]) -> Iterator[Node]:
    """Render a column of each play: a share, the shares of words, or means."""
    column = columns[0][1]
    title = capitalize_first(column.title)
    if is_yes_no(column):
        rates = [(name, yes_count_of(each).share, each.matters) for name, each in columns]
        yield tag("section", tag("h3", title), render_shares(rates))
    elif column.words:
        yield tag("section", tag("h3", title), render_words(columns))
    elif any(each.numbers is not None for _, each in columns):
        yield tag("section", tag("h3", title), render_means(columns))


def render_words(columns: Sequence[tuple[str, ColumnCounted]]) -> Element:
    """Render the shares of words of each play, word by word, those that came up."""
    lines: list[Element] = []
    for number, word in enumerate(columns[0][1].words):
        shares = [(name, each.words[number].share, each.matters) for name, each in columns]
        if any(share.count for _, share, _ in shares):
            heading = tag("th", capitalize_first(word.title), scope="colgroup", colspan=4)
            lines += [tag("tr", heading, class_="group"), *(make_share_row(*share) for share in shares)]
    return render_chart_table(
        ("", "share", "95 % interval"), lines, render_row_axis(SHARE_SCALE, percents=True), "shares"
    )


def make_share_row(title: str, share: Share, matters: Matters) -> Element:
    """Make the row of a share, with a bar."""
    return tag(
        "tr",
        tag("th", title, scope="row"),
        tag("td", share_text(share)),
        tag("td", interval_text(share), class_="quiet"),
        tag("td", render_share_bar(share, matters), class_="chart"),
        class_=None if share.count else "unseen",
    )


def render_means(columns: Sequence[tuple[str, ColumnCounted]]) -> Element:
    """Render the means of a numeric column of each play on one scale."""
    present = [(name, each, each.numbers) for name, each in columns if each.numbers is not None]
    scale = scale_for_bars([numbers.mean for _, _, numbers in present])
    lines = [
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", mean_text(numbers.mean)),
            tag("td", f"{numbers.lowest:,} .. {numbers.highest:,}", class_="quiet"),
            tag("td", render_amount_bar(scale, numbers.mean, each.matters), class_="chart"),
        )
        for name, each, numbers in present
    ]
    return render_chart_table(("", "mean", "from .. to"), lines, render_row_axis(scale), "shares")


# --- how long it lasts


def render_lengths(balance: Balance) -> Iterator[Element]:
    """Render how many questions and throws a run has by each play, and how many questions matter."""
    rows = [
        (f"{noun}, {play_noun(play.name)}", runs.length)
        for play in balance.plays
        for noun, runs in (("Mission", play.missions), ("Campaign", play.careers))
        if runs is not None and runs.length is not None
    ]
    if not rows:
        return
    rows.sort(key=lambda row: row[0].startswith("Campaign"))
    head = (tag("th", each, scope="col") for each in ("questions", "throws"))
    lines = (
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", length_text(length.questions)),
            tag("td", length_text(length.throws)),
        )
        for name, length in rows
    )
    matter = (
        []
        if balance.mattering is None
        else [
            tag(
                "p",
                f"Of the questions of a {'mission' if balance.judged_at == 'mission' else 'campaign'} of "
                f"{play_noun(balance.good_play)} ",
                tag("b", count_text(balance.mattering)),
                " matter.",
            )
        ]
    )
    yield tag(
        "section",
        tag("h2", "How long it lasts"),
        tag("p", LENGTH_NOTE, class_="quiet"),
        tag("table", tag("thead", tag("tr", tag("td"), head)), tag("tbody", lines), class_="lengths"),
        matter,
    )


# --- choices and their answers


def render_choices(balance: Balance) -> Iterator[Element]:
    """Render which choices matter, and below it the answers of each, folded."""
    judged = [choice for choice in balance.choices if choice.weight is not None]
    factor = 100 if balance.measure is not None and balance.measure.kind == "chance" else 1
    if judged:
        scale = scale_for_bars([scaled(choice.weight, factor) for choice in judged if choice.weight is not None])
        rows = [render_choice(balance, choice, scale, factor) for choice in judged]
        heads = ("", "asked a run", "clear", "a question")
        axis = render_row_axis(scale)
        yield tag(
            "section",
            tag("h2", "Which choices matter"),
            tag("p", f"{judged_text(balance)} {CHOICES_NOTE}", class_="quiet"),
            render_chart_table(heads, rows[:SHOWN_ROWS], axis, "changes weights"),
            fold_rows(rows, heads, axis),
        )
    if balance.choices:
        yield tag("section", tag("h2", "Which answers are given"), render_answers(balance))


def scaled(mean: Mean | None, factor: float) -> Mean:
    """Multiply a mean by a factor; no mean is 0."""
    if mean is None or mean.low is None or mean.high is None:
        return Mean(of=0, mean=0.0 if mean is None else factor * mean.mean, error=None, low=None, high=None)
    return Mean(of=mean.of, mean=factor * mean.mean, error=mean.error, low=factor * mean.low, high=factor * mean.high)


def render_choice(balance: Balance, choice: ChoiceBalance, scale: Scale, factor: float) -> Element:
    """Render the row of a choice, with what it is worth in a run as a bar."""
    weight = scaled(choice.weight, factor)
    is_seen = weight.low is not None and weight.low > 0
    return tag(
        "tr",
        tag("th", choice_name(choice), tag("small", choice.ask), scope="row"),
        tag("td", count_text(choice.asked)),
        tag("td", clear_text(choice)),
        tag("td", amount_text(balance.measure, choice.spread)),
        tag("td", render_amount_bar(scale, weight, ""), class_="chart"),
        class_=None if is_seen else "unseen",
    )


def render_answers(balance: Balance) -> Iterator[Node]:
    """Render the answers that good play never or always gives, then those of every choice, folded."""
    yield tag("p", ANSWERS_NOTE, class_="quiet")
    pairs = [(choice, answer) for choice in balance.choices for answer in choice.answers]
    flagged = [(choice, answer) for choice, answer in pairs if answer.verdict in REMARKABLE]
    if flagged:
        yield render_answer_table(
            balance, [(f"{choice_name(choice)}: {answer.title}", answer) for choice, answer in flagged]
        )
    else:
        noun = capitalize_first(play_noun(balance.good_play))
        yield tag("p", f"{noun} gives no answer always, and none never, that is better or worse than the others.")
    choices = [
        tag(
            "details",
            tag("summary", f"{choice_name(choice)}, {count_text(choice.asked)} a run"),
            render_answer_table(balance, [(answer.title, answer) for answer in choice.answers]),
        )
        for choice in balance.choices
    ]
    yield tag("details", tag("summary", f"The answers of each choice ({len(choices)})"), choices)


def render_answer_table(balance: Balance, rows: Sequence[tuple[str, AnswerBalance]]) -> Element:
    """Render answers as a table: how often offered and given, and how far each is behind."""
    heads = ("offered", "given", "by chance", "behind", "")
    head = (tag("th", each, scope="col") for each in heads)
    lines = (
        tag(
            "tr",
            tag("th", title, scope="row"),
            tag("td", f"{answer.offered:,}"),
            tag("td", f"{answer.taken:,}"),
            tag("td", f"{answer.random:,}"),
            tag("td", amount_text(balance.measure, answer.worse)),
            tag("td", VERDICT_TEXTS[answer.verdict], class_="verdict"),
        )
        for title, answer in rows
    )
    return tag("table", tag("thead", tag("tr", tag("td"), head)), tag("tbody", lines), class_="answers")
