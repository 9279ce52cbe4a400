"""The lines of a player's seat on the whole screen: above the story, while others decide, at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from bombsight.cli.play.question_input import draw_question
from bombsight.cli.seats.seat_head import REFEREE_WARNING, RULES_HASH_DIGITS, dice_warning
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first, join_names
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.introduction import introduce_rules
from bombsight.service.seats.player.seat_game import SeatGame
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.visibility.referee import REFEREE_SEAT

LINE_LOST = "The line to the table is lost. It is tried again by itself."
"""What is said while the line to the table is lost."""

LOOKS_ON = "You look on, and say nothing: state, board, why, log, tell, quit."
"""What is said of anything that a referee cannot do."""

OWN_DICE_ONLY = "Each throws dice of his own at this table."
"""What is said where a player would leave a throw to the seed."""

WAITING_HINT = "The story goes on here by itself; [ goes back through it."
"""The hint while another player decides."""


def draw_seat_opening(seated: Seated, level: Level, width: int, *, warns_of_dice: bool) -> Iterable[Text]:
    """Render the lines above the story of a seat: title, entry, rules in force, warnings, introduction, the player.

    Args:
        seated: The game and the seat.
        level: Which questions the player is asked.
        width: The columns.
        warns_of_dice: Whether to say if the host can know the dice before they are thrown.
    """
    is_referee = seated.seat == REFEREE_SEAT
    title = next((seat.title for seat in seated.seats if seat.name == seated.seat), seated.seat)
    yield styled_text(seated.title, "bold")
    parts = (
        ["campaign"] if seated.entry == "career" else ["mission " + " ".join(map(str, seated.args))] * bool(seated.args)
    )
    in_force = seated.in_force or seated.overlays
    settings = "; ".join((*parts, *in_force, f"rules {seated.rules[:RULES_HASH_DIGITS]}"))
    yield from wrap_text(styled_text(settings, "dim"), 0, width)
    if warns_of_dice and (warning := dice_warning(seated)) is not None:
        yield from wrap_text(styled_text(warning, "yellow"), 0, width)
    if seated.has_referee and not is_referee:
        yield from wrap_text(styled_text(REFEREE_WARNING, "yellow"), 0, width)
    yield from draw_lines(introduce_rules(seated.about), width)
    if is_referee:
        hint = "You are the referee: you see everything, and say nothing. ? lists keys and words."
        yield from wrap_text(styled_text(hint, "dim"), 0, width)
        return
    hint = f"You are {title}. Enter takes what is marked; ? lists keys and words."
    if level != "all":
        hint += " What has one sensible answer is answered by itself."
    yield from wrap_text(styled_text(hint, "dim"), 0, width)


def draw_turn_of_others(game: SeatGame, width: int) -> list[Text]:
    """Render for whom a game waits while it asks the player nothing, and which keys there are."""
    lost = wrap_text(styled_text(LINE_LOST, "yellow"), 0, width) if game.is_lost else ()
    who = wrap_text(styled_text(sanitize(describe_who_decides(game)), "bold"), 0, width)
    watched = game.watched_question
    asked = [] if watched is None else draw_question(watched, width, has_mark=False)
    return [*lost, *who, *asked, *wrap_text(styled_text(WAITING_HINT, "dim"), 0, width)]


def describe_who_decides(game: SeatGame) -> str:
    """Describe in a sentence for whom a game waits, such as that the smuggler decides."""
    turn = game.turn
    if game.awaited_seats:
        return f"The dice wait for {join_titles(game, game.awaited_seats)}."
    if game.seated is None or turn is None:
        return "Waiting for the others to sit down."
    if turn.turn == game.seat:
        return f"Your {'throw' if turn.throw is not None else 'answer'} is on its way to the table."
    title = capitalize_first(game.title_of(turn.turn))
    if game.present_seats is None or turn.turn in game.present_seats:
        return f"{title} decides." if game.seated.dice == "seeded" else f"{title} decides, or throws."
    return f"{title} is to decide, and is not at the table just now."


def join_titles(game: SeatGame, seats: Sequence[str]) -> str:
    """Join the titles of seats: ``the keeper and the smuggler``."""
    return join_names([game.title_of(seat) for seat in seats], "and")


def draw_seat_ending(game: SeatGame, width: int) -> list[Text]:
    """Render what stands in the place of a question when a game is over: by whom, if it was given up or is void."""
    remarks = [styled_text("The game is over.", "bold")]
    void = game.revealed.void if game.revealed is not None else ""
    given_up = game.given_up or (game.revealed.given_up if game.revealed is not None else "")
    if void:
        who = "you" if void == game.seat else game.title_of(void)
        remarks.append(styled_text(f"It is void by {who}: no share of the dice, or a wrong one.", "yellow"))
    elif given_up:
        who = "You" if given_up == game.seat else capitalize_first(game.title_of(given_up))
        remarks.append(styled_text(f"{who} gave it up.", "yellow"))
    return [*remarks, *wrap_text(styled_text("Enter leaves; [ goes back through the story.", "dim"), 0, width)]
