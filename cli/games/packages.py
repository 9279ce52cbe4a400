"""The messages after a game was packed, added or removed."""

from __future__ import annotations

from collections import Counter

from bombsight.cli.games.site import format_size
from bombsight.cli.terminal.quoting import quote_argument
from bombsight.cli.terminal.screen import make_console, pluralize, show_findings, styled_text
from bombsight.dsl.listing import join_names
from bombsight.service.packages.adding import AddedGame, RemovedGame
from bombsight.service.packages.contents import PackageHead
from bombsight.service.packages.packing import PackedGame


def show_packed_game(packed: PackedGame) -> None:
    """Print what a package holds, what others will see of it, and what to do with it."""
    linted = packed.linted
    if linted.findings:
        show_findings(linted.findings, linted.sources)
    size = format_size(len(packed.content))
    print_line(f"{packed.path}: {describe_release(packed.head)}, {size}, {pluralize(len(packed.files), 'file')}.")
    counts = Counter(packed.summary.standings)
    counts.update(packed.summary.rule_standings)
    standings = join_names(f"{count} {name}" for name, count in counts.items() if count)
    print_line(
        f"Others see of its tables and rules: {standings}. "
        "What you did not make yourself is its owner's: see `bombsight help rights`."
    )
    if packed.left_out:
        print_line(f"Not in it: {join_names(packed.left_out)}.")
    print_line("Others add it, or drop it onto the page of any site:")
    print_line(f"    bombsight add {quote_argument(str(packed.path))}")


def show_added_game(added: AddedGame) -> None:
    """Print which game was added, how it was checked, and what to do with it."""
    replaced = f" in the place of {added.replaced}, by which its saves go on" if added.replaced else ""
    print_line(f"{describe_release(added.head)} is added{replaced}.")
    if not added.is_compared:
        print_line(
            f"Another version of Bombsight packed it, {added.head.bombsight}: its rules were compiled anew, and the "
            "game file in it, which pages play, was compared with them by its texts alone."
        )
    print_line("Try:")
    for call in (f"play {added.head.game}", f"rules {added.head.game}", f"remove {added.head.game}"):
        print_line(f"    bombsight {call}")


def show_removed_game(removed: RemovedGame) -> None:
    """Print which game was removed, and what stays."""
    print_line(f"{removed.game} is removed. Its saves stay, and go on by the rules that were kept with them.")


def describe_release(head: PackageHead) -> str:
    """Describe a game as a package says it: title, id, version and licence."""
    licence = head.licence or "no licence"
    return f"{head.title} ({head.game}), version {head.game_version}, {licence}"


def print_line(text: str) -> None:
    """Print a line that is not broken."""
    make_console().print(styled_text(text), soft_wrap=True)
