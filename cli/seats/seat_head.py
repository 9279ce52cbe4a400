"""What a player reads before a game at a seat: its settings, warnings, and who he is."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.present.introduction import introduce_rules
from bombsight.service.seats.protocol.seating import WITH_SEED
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.visibility.referee import REFEREE_SEAT, REFEREE_TITLE

RULES_HASH_DIGITS = 12
"""How many digits of the rules' hash are shown."""

UNENCRYPTED_WARNING = (
    "The line between you is not encrypted: whoever sits on its way can read and change what is told and answered. "
    "Where that matters, go through a tunnel (ssh -L) or a server with TLS (wss://...)."
)
"""The warning at both ends of an unencrypted connection."""

REFEREE_WARNING = "A referee watches: he sees everything, what is hidden too, and can say nothing here."
"""What all players read at a table with a referee."""


def dice_warning(seated: Seated) -> str | None:
    """The warning that the host can know the dice before they are thrown; None if he cannot."""
    if seated.protocol == WITH_SEED:
        return "This table was begun by an older version: its host can know the dice to come, and could choose them."
    if seated.dice == "own":
        return "Each throws dice of his own here, and types what they show: nobody can prove it to the others."
    if seated.seed is not None:
        return f"The dice are those of seed {seated.seed}, which the host named: he can know them before they fall."
    if seated.spares:
        return "Letters are spared by agreement: the host can know the dice before he answers."
    return None


def draw_seat_head(seated: Seated, width: int) -> Iterable[Text]:
    """Render the lines before a game at a seat: title, entry, rules in force, and the player."""
    is_referee = seated.seat == REFEREE_SEAT
    own_title = REFEREE_TITLE if is_referee else seated.seat
    title = next((seat.title for seat in seated.seats if seat.name == seated.seat), own_title)
    yield styled_text(seated.title, "bold")
    parts = ["campaign" if seated.entry == "career" else " ".join(("mission", *map(str, seated.args)))]
    in_force = seated.in_force or seated.overlays
    yield from wrap_text(
        styled_text("; ".join((*parts, *in_force, f"rules {seated.rules[:RULES_HASH_DIGITS]}")), "dim"), 0, width
    )
    if (warning := dice_warning(seated)) is not None:
        yield from wrap_text(styled_text(warning, "yellow"), 0, width)
    if seated.has_referee and not is_referee:
        yield from wrap_text(styled_text(REFEREE_WARNING, "yellow"), 0, width)
    yield from draw_lines(introduce_rules(seated.about), width)
    yield Text()
    if is_referee:
        yield styled_text(
            "You are the referee: you see everything, and say nothing. help lists what you can look at.", "dim"
        )
        return
    yield styled_text(f"You are {title}. At a question type a number or words; help lists what else.", "dim")
