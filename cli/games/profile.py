"""The display of a profile: a line for each node of the rules, figures per mission."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from bombsight.cli.games.contents import MAX_WIDTH, truncate
from bombsight.cli.terminal.screen import pluralize, sanitize, styled_text
from bombsight.service.testing.profiling import NodeProfiled, Profiled

FIGURES_FORMAT = "{:>8}{:>10}{:>8}{:>8}  "
"""The format of the columns of figures; the name and the place follow them."""

MIN_PLACE_WIDTH = 22
"""The minimum width in columns of places, if there is room."""

SORT_KEYS: dict[str, Callable[[NodeProfiled], int]] = {
    "own": lambda node: node.own,
    "all": lambda node: node.total,
    "calls": lambda node: node.calls,
    "looks": lambda node: node.looks,
}
"""The sort keys of a profile, by name."""

LEGEND_LINES = (
    "calls, looks: in a mission. Looks are conditions asked, members and turns gone",
    "through, options weighed. own: the time in it alone; all: with what it calls.",
)


UNFINISHED_NOTE = (
    "Not to the end: {}, for more is called and looked at than a profile counts. --limit N counts N times as much."
)


def show_profile(profile: Profiled, sort_name: str, top: int, out: Console) -> None:
    """Print a profile of the rules: a line for each function or choice.

    Args:
        profile: The profile.
        sort_name: The sort key: ``own``, ``all``, ``calls`` or ``looks``.
        top: How many lines.
        out: The console.
    """
    width = min(out.width, MAX_WIDTH)
    player = "the autopilot" if profile.policy == "auto" else "chance"
    mission_milliseconds = profile.spent / profile.missions / 1e6
    out.print(styled_text(profile.title, "bold"))
    heading = (
        f"{pluralize(profile.missions, 'mission')} by {player}, seed {profile.seed}: {mission_milliseconds:.3g} ms each"
    )
    out.print(styled_text(heading, "dim"))
    out.print()
    sort_key = SORT_KEYS[sort_name]
    nodes = sorted(profile.nodes, key=lambda node: (-sort_key(node), node.name))[:top]
    room = width - len(FIGURES_FORMAT.format("", "", "", ""))
    names = max(8, min(room - MIN_PLACE_WIDTH - 1, max((len(node.name) for node in nodes), default=0)))
    out.print(styled_text(f"{FIGURES_FORMAT.format('calls', 'looks', 'own', 'all')}{'what':{names}} where", "bold"))
    for node in nodes:
        figures = FIGURES_FORMAT.format(
            format_count(node.calls / profile.missions),
            format_count(node.looks / profile.missions),
            format_share(node.own, profile.spent),
            format_share(node.total, profile.spent),
        )
        line = styled_text(figures)
        line.append(truncate(sanitize(node.name), names).ljust(names), style="bold")
        line.append(f" {format_place(node.place, room - names - 1)}", style="dim")
        out.print(line, no_wrap=True, overflow="crop")
    out.print()
    if len(nodes) < len(profile.nodes):
        out.print(styled_text(f"{len(profile.nodes) - len(nodes)} more: --top 0 shows all.", "dim"))
    for line_ in LEGEND_LINES:
        out.print(styled_text(line_, "dim"))
    if profile.left:
        out.print(styled_text(UNFINISHED_NOTE.format(pluralize(profile.left, "mission")), "yellow"))


def format_place(place: str, room: int) -> str:
    """Format a place as file name and line, with its beginning cut to fit ``room`` columns."""
    location = sanitize(place.rpartition(":")[0].rpartition("/")[2])
    return location if len(location) <= room else location[len(location) - room :]


def format_count(value: float) -> str:
    """Format a number with up to two decimals, fewer the larger it is: ``0.25``, ``12.3``, ``1234``."""
    return (
        f"{value:.0f}" if value >= 1000 or value == int(value) else f"{value:.1f}" if value >= 0.1 else f"{value:.2f}"
    )


def format_share(part: int, whole: int) -> str:
    """Format a part of a whole as a percentage: ``12.3 %``; a dash if the whole is zero."""
    return f"{100 * part / whole:.1f} %" if whole else "-"
