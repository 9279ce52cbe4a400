"""The display of the list of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from bombsight.cli.terminal.columns import FoldingTable
from bombsight.cli.terminal.screen import choose_sign, make_console, pluralize, sanitize, styled_text
from bombsight.dsl.origin import HOME_MADE
from bombsight.service.games.game_origins import describe_origin
from bombsight.service.lookup.summaries import Summary

HASH_DIGITS = 7
"""How many digits of a rules hash are shown."""


MIN_TITLE_WIDTH = 16
"""The minimum width in columns of titles in the table of games."""

COLUMN_HEADS = {
    "printed": "printed",
    "repaired": "re-\npaired",
    "recovered": "re-\ncovered",
    "reconstructed": "recon-\nstructed",
    HOME_MADE: "home-\nmade",
}
"""The heads of the columns of numbers, broken so that all fit a narrow screen."""


def show_games(summaries: Sequence[Summary]) -> None:
    """Print a line for each game; several lines for each on a narrow screen."""
    out = make_console()
    if not summaries:
        out.print("No games found. Name a folder of games with --path or BOMBSIGHT_PATH.")
    elif out.width < min_table_width(summaries):
        for summary in summaries:
            out.print(draw_as_lines(summary))
    else:
        out.print(draw_as_table(summaries))
    for id_, count in Counter(summary.id for summary in summaries).items():
        if count > 1:
            out.print(
                styled_text(f"{count} games are called {id_}: see `bombsight lint {id_}`.", "red"), soft_wrap=True
            )


def show_game_folders(summaries: Iterable[Summary]) -> None:
    """Print the absolute path of each game's folder, a line each."""
    for summary in summaries:
        make_console().print(styled_text(f"{summary.id}  {Path(summary.path).resolve()}"), soft_wrap=True)


def min_table_width(summaries: Sequence[Summary]) -> int:
    """The least width for the table of games; on narrower screens each game takes several lines."""
    names = max(len(summary.id) for summary in summaries)
    counts = max(len(count) for summary in summaries for count, _ in counts_by_standing(summary))
    heads = sum(max(map(len, COLUMN_HEADS[name].split("\n"))) for name in standing_columns(summaries))
    last = max(len(rules_hash_or_problem(summary)[0]) for summary in summaries)
    return names + MIN_TITLE_WIDTH + counts + heads + last + len(standing_columns(summaries)) + 3


def draw_as_table(summaries: Sequence[Summary]) -> Table:
    """Render the summaries of games as a table."""
    table = FoldingTable(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("game", no_wrap=True)
    table.add_column("title", min_width=MIN_TITLE_WIDTH)
    names = standing_columns(summaries)
    for head in ("", *(COLUMN_HEADS[name] for name in names)):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("rules", no_wrap=True)
    for summary in summaries:
        figures = zip(
            *([count, *format_counts(known, names)] for count, known in counts_by_standing(summary)), strict=True
        )
        counts = ["\n".join(column) for column in figures]
        table.add_row(
            styled_text(summary.id, "bold"),
            title_and_release(summary),
            *counts,
            styled_text(*rules_hash_or_problem(summary)),
        )
    return table


def title_and_release(summary: Summary) -> Text:
    """Render the title of a game, and below it its version and origin, if it has a version or came as a package."""
    text = styled_text(summary.title)
    release = release_and_origin(summary)
    return text.append(sanitize(f"\n{release}"), style="dim") if release else text


def release_and_origin(summary: Summary) -> str:
    """Describe the version, the licence and the origin of a game: ``1.0, CC0-1.0, added``; empty if there are none."""
    origin = describe_origin(summary.origin, summary.distribution)
    return ", ".join(part for part in (summary.game_version, summary.licence, origin) if part)


def standing_columns(summaries: Iterable[Summary]) -> list[str]:
    """The standings (reliability: printed, reconstructed ...) that get columns: home-made only if some rule is."""
    has_home_made = any(known.get(HOME_MADE) for summary in summaries for _, known in counts_by_standing(summary))
    return [name for name in COLUMN_HEADS if name != HOME_MADE or has_home_made]


def counts_by_standing(summary: Summary) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield the counts of a game's tables and rules, in all and by standing (how reliably they are known)."""
    yield pluralize(summary.tables, "table"), summary.standings
    yield pluralize(summary.rule_count, "rule"), summary.rule_standings


def format_counts(counts: Mapping[str, int], names: Iterable[str]) -> list[str]:
    """Format the count of each name; a dot for zero."""
    return [str(counts[name]) if counts.get(name) else choose_sign("·", ".") for name in names]


def draw_as_lines(summary: Summary) -> Text:
    """Render the summary of a game in several lines, for a narrow screen."""
    text = styled_text(summary.id, "bold")
    text.append(sanitize(f" {summary.title}"), style="not bold")
    if release := release_and_origin(summary):
        text.append(sanitize(f"\n  {release}"), style="not bold")
    for count, standing_counts in counts_by_standing(summary):
        counts = [f"{standing_counts[name]} {name}" for name in COLUMN_HEADS if standing_counts.get(name)]
        text.append(f"\n  {count}{': ' if counts else ''}{', '.join(counts)}", style="not bold")
    state_text, style = rules_hash_or_problem(summary)
    return text.append(f"\n  {'rules ' if style == 'dim' else ''}{state_text}", style=f"not bold {style}")


def rules_hash_or_problem(summary: Summary) -> tuple[str, str]:
    """The short hash of a game's rules, or why there is none (``2 errors``, ``unchecked``), and its text style."""
    if summary.errors < 0:
        return "unread", "red"
    if summary.errors:
        return pluralize(summary.errors, "error"), "red"
    if not summary.checked:
        return "unchecked", "dim"
    return summary.rules[:HASH_DIGITS], "dim"
