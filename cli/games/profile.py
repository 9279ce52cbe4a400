"""A profile on the screen: a line for each node of the rules, figures for a mission."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from bombsight.cli.games.contents import WIDEST, cut
from bombsight.cli.terminal.screen import clean, counted, words
from bombsight.service.testing.profiling import NodeProfiled, Profiled

FIGURES = "{:>8}{:>10}{:>8}{:>8}  "
"""The columns of figures; behind them stand the name and the place."""

PLACE = 22
"""The column of places is no narrower, where there is room for it."""

ORDER: dict[str, Callable[[NodeProfiled], int]] = {
    "own": lambda node: node.own,
    "all": lambda node: node.total,
    "calls": lambda node: node.calls,
    "looks": lambda node: node.looks,
}
"""What comes first, by name."""

ABOUT = (
    "calls, looks: in a mission. Looks are conditions asked, members and turns gone",
    "through, options weighed. own: the time in it alone; all: with what it calls.",
)


LEFT = "Not to the end: {}, for more is called and looked at than a profile counts. --limit N counts N times as much."


def show_profile(told: Profiled, by: str, top: int, out: Console) -> None:
    """Print a profile.

    Args:
        told: The profile.
        by: What comes first: ``own``, ``all``, ``calls`` or ``looks``.
        top: How many lines.
        out: Where to.
    """
    width = min(out.width, WIDEST)
    who = "the autopilot" if told.policy == "auto" else "chance"
    spent = told.spent / told.missions / 1e6
    out.print(words(told.title, "bold"))
    played = f"{counted(told.missions, 'mission')} by {who}, seed {told.seed}: {spent:.3g} ms each"
    out.print(words(played, "dim"))
    out.print()
    first = ORDER[by]
    nodes = sorted(told.nodes, key=lambda node: (-first(node), node.name))[:top]
    room = width - len(FIGURES.format("", "", "", ""))
    names = max(8, min(room - PLACE - 1, max((len(node.name) for node in nodes), default=0)))
    out.print(words(f"{FIGURES.format('calls', 'looks', 'own', 'all')}{'what':{names}} where", "bold"))
    for node in nodes:
        figures = FIGURES.format(
            figure(node.calls / told.missions),
            figure(node.looks / told.missions),
            share(node.own, told.spent),
            share(node.total, told.spent),
        )
        line = words(figures)
        line.append(cut(clean(node.name), names).ljust(names), style="bold")
        line.append(f" {file_line(node.place, room - names - 1)}", style="dim")
        out.print(line, no_wrap=True, overflow="crop")
    out.print()
    if len(nodes) < len(told.nodes):
        out.print(words(f"{len(told.nodes) - len(nodes)} more: --top 0 shows all.", "dim"))
    for line_ in ABOUT:
        out.print(words(line_, "dim"))
    if told.left:
        out.print(words(LEFT.format(counted(told.left, "mission")), "yellow"))


def file_line(place: str, room: int) -> str:
    """The file's own name and the line; the beginning is cut where there is no more room."""
    shown = clean(place.rpartition(":")[0].rpartition("/")[2])
    return shown if len(shown) <= room else shown[len(shown) - room :]


def figure(value: float) -> str:
    """A number of times: exact where there are few."""
    return (
        f"{value:.0f}" if value >= 1000 or value == int(value) else f"{value:.1f}" if value >= 0.1 else f"{value:.2f}"
    )


def share(part: int, whole: int) -> str:
    """A part of the time."""
    return f"{100 * part / whole:.1f} %" if whole else "-"
