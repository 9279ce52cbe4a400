"""Hints for who plays at a terminal: the whole screen, before a game; what can be made of a game, at its end."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from rich.text import Text

from bombsight.cli.terminal.quoting import play_command, quote_argument
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.whole_screen import can_show_screen
from bombsight.runtime.session.session import Session
from bombsight.service.common.extras import install_command
from bombsight.service.common.user_folders import screen_hint_marker


def draw_screen_hint() -> Iterator[Text]:
    """Render the hint that there is a whole screen, once for a user whose installation lacks it."""
    if find_spec("textual") is not None or not can_show_screen():
        return
    marker = screen_hint_marker()
    with contextlib.suppress(OSError):
        if marker.exists():
            return
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
        yield styled_text(
            f"story, question and boards side by side on a whole screen: {install_command('screen')}", "dim"
        )


def draw_closing_hints(session: Session, path: str | None) -> Iterator[Text]:
    """Render what can be made of a finished game: a page, the record, the same game flown by somebody else."""
    header = session.header
    if path is not None:
        file = quote_argument(path)
        yield styled_text(f"A page of it: bombsight report {file} -o report.html", "dim")
        yield styled_text(f"All your games of it: bombsight record {quote_argument(header.game)}", "dim")
    if header.dice == "seeded" and not header.is_by_hand and not header.pins and not header.fields:
        yield styled_text(f"Who wants to fly this very game: {same_game_command(session)}", "dim")


def same_game_command(session: Session) -> str:
    """Return the command that begins the same game with the same dice, under the same options and variants."""
    header = session.header
    options = [f"{each.name}={each.value}" for each in session.program.options if each.value != each.default]
    kinds = [(overlay.name.partition(" "), overlay.file) for overlay in header.overlays]
    variants = [name for (kind, _, name), file in kinds if kind == "variant" and file is None]
    house = [Path(file) for _, file in kinds if file is not None]
    begin = play_command(header.folder or header.game, house=house, options=options, variants=variants)
    mission = "".join(f" --mission {each}" for each in header.args[:1])
    return f"{begin}{' --campaign' if header.entry == 'career' else mission} --seed {header.seed}"
