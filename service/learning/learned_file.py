"""The file of learned preferences: its head says how it was made and what it reached, its layout is that of ``fmt``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.boundary.platform import quote_argument
from bombsight.dsl.formatter import format_source
from bombsight.dsl.source import Source
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.learning.document import ComparisonTold, ForecastTold, GapTold
from bombsight.service.simulating.formatting import format_difference, significant_decimals
from bombsight.service.simulating.output_files import check_writable, make_mark_check

MARK = "# bombsight learn "
"""What every such file begins with; no other file is written over."""

MEAN_DECIMALS = 2
"""The fewest decimals of a mean."""

RUNS = {"mission": "missions", "career": "campaigns"}
"""What comparisons count."""


def check_learned_path(path: Path) -> None:
    """Raise unless learned preferences may be written to a path.

    Raises:
        InputError: Its name does not end in ``.rules``, its folder does not exist, or another file lies there.
    """
    if path.suffix != RULES_SUFFIX:
        raise InputError("preferences cannot be written to such a file", str(path), f"Its name ends in {RULES_SUFFIX}.")
    check_writable(path, make_mark_check(MARK.encode()))


def describe_call(game: str, rules: Rules, seed: int) -> str:
    """Write what follows ``bombsight learn`` to learn by these rules: the game, the selection of rules, the seed."""
    values: tuple[tuple[str, Iterable[object]], ...] = (
        ("--path", rules.folders),
        ("--house", rules.house),
        ("--option", (f"{name}={value}" for name, value in rules.options.items())),
        ("--variant", rules.variants),
        ("--without", rules.without),
        ("--limit", (rules.limit,) if rules.limit > 1 else ()),
        ("--seed", (seed,)),
    )
    words = [game, *(word for flag, each in values for value in each for word in (flag, str(value)))]
    return " ".join(" ".join(quote_argument(word, can_show_unicode=True).split()) for word in words)


def compose_learned_text(overlay: str, command: str, reached: Sequence[str]) -> str:
    """Compose the text of the file: the command that makes it again, what it reached, the overlay.

    Args:
        overlay: The overlay.
        command: The command, from the game on: ``lighthouse --seed 0 --rounds 4``.
        reached: What it reached, a line each.
    """
    head = [f"{MARK}{command}", *(f"# {each}" for each in reached)]
    return format_source(Source("learned.rules", "\n".join((*head, "", overlay))))


def describe_reached(
    compared: Sequence[ComparisonTold], gap: GapTold | None, forecast: ForecastTold | None
) -> Iterator[str]:
    """Yield what was reached, a line each: the comparisons, the gap to a search, the forecast."""
    for each in compared:
        yield describe_comparison(each)
    if gap is not None:
        yield describe_gap(gap)
    if forecast is not None:
        yield f"The forecast explains {100 * forecast.explained:.0f} % of what {forecast.tally} comes to"


def describe_comparison(compared: ComparisonTold) -> str:
    """Write a comparison: what was counted, both means, their difference with its interval."""
    difference = compared.learned - compared.own
    decimals = significant_decimals(compared.margin, MEAN_DECIMALS, difference)
    whose = f"{compared.player}: " if compared.player else ""
    return (
        f"{whose}{compared.runs:,} {RUNS[compared.runs_of]}: {compared.measure} {compared.own:.{decimals}f} -> "
        f"{compared.learned:.{decimals}f} ({format_difference(difference, compared.margin)})"
    )


def describe_gap(gap: GapTold) -> str:
    """Write what the rules keep of a search's gain, with its interval."""
    gains = (
        f"a search gains {format_difference(gap.search, gap.search_margin)} a run, "
        f"these rules {format_difference(gap.rules, gap.rules_margin)}"
    )
    if gap.share is None or gap.share_margin is None:
        return f"Answer by answer {gains}"
    return f"Answer by answer {gains}: {100 * gap.share:.0f} % ± {100 * gap.share_margin:.0f} % of it"
