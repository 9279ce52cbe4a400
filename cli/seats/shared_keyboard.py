"""The front end of two players at one keyboard: if the game hides anything, handing over clears the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.play.question_input import InputEnded, clear_typed_history, read_line
from bombsight.cli.seats.seat_console import SeatConsole
from bombsight.cli.seats.seat_console_commands import Resignation, UndoWanted
from bombsight.cli.terminal.screen import show_error, styled_text
from bombsight.dsl.listing import capitalize_first
from bombsight.runtime.visibility.visibility import has_secrets
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.play.standing_orders import Level
from bombsight.service.present import sentences
from bombsight.service.present.story import Detail
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.protocol.host_messages import Looked
from bombsight.service.seats.protocol.name_messages import Rename


@frozen
class LocalQueries:
    """Queries of a player to an arbiter (the mediator between two seats) in the same process."""

    arbiter: Arbiter
    seat: str
    note_renamed: Callable[[Mapping[str, int]], None] = lambda changed: None
    """Called behind a renaming, with the number of events before the first that reads otherwise, by seat."""

    def current_state(self) -> Looked:
        """The present state, without what is hidden from the player."""
        return self.arbiter.make_state_message(self.seat)

    def odds(self) -> Odds:
        """The estimated odds of the open question's answers."""
        return self.arbiter.odds(self.seat)

    def other_throws(self, event: int) -> Sequence[ResultRange]:
        """The results of a past throw that would have had other outcomes."""
        return self.arbiter.make_reasons(self.seat, event).others

    def named_things(self) -> Sequence[NamedThing]:
        """The people and things with names that the player may see."""
        return self.arbiter.named_things(self.seat)

    def rename(self, thing: NamedThing, name: str) -> None:
        """Give a person or thing that the player may see another name.

        Raises:
            InputError: The name is invalid.
        """
        changed = self.arbiter.rename(self.seat, Rename(of=thing.of, number=thing.number, name=name))
        self.note_renamed(changed)


def draw_ending(seat_console: SeatConsole, given_up: str, void: str = "") -> list[Text]:
    """Render the remarks at the end of a game: who resigned, and whether it is void.

    Args:
        seat_console: The console of the reader.
        given_up: The seat that resigned; empty for none.
        void: The seat whose share of the dice made the game void; empty for none.
    """
    if void:
        who = "you" if void == seat_console.seated.seat else seat_console.title_of(void)
        return [Text(), styled_text(f"The game is void by {who}: no share of the dice, or a wrong one.", "yellow")]
    if not given_up:
        return []
    who = "You" if given_up == seat_console.seated.seat else capitalize_first(seat_console.title_of(given_up))
    return [Text(), styled_text(f"{who} gave the game up.", "yellow")]


class SharedKeyboard:
    """The front end of two players who share a keyboard and take turns at it.

    Attributes:
        arbiter: The arbiter between the seats.
        out: The console.
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
        hides_nothing: Whether the game hides nothing: then both look at one screen, and events are shown once.
        seat_consoles: The console of each seat.
    """

    def __init__(self, arbiter: Arbiter, out: Console, detail: Detail, ask_level: Level) -> None:
        """Make the front end of a game's arbiter (mediator), with a console for each seat that a person plays."""
        self.arbiter = arbiter
        self.out = out
        self.interrupt: KeyboardInterrupt | None = None
        self.is_over = False
        self._notice = ""
        self.hides_nothing = not has_secrets(arbiter.play.session.program)
        for seat in arbiter.seats:
            arbiter.change_level(seat.name, ask_level)
        player_seats = [seat.name for seat in arbiter.seats if seat.name not in arbiter.autos]
        self.seat_consoles = {
            seat: SeatConsole(arbiter.make_seated(seat), LocalQueries(arbiter, seat, self._note_renamed), out, detail)
            for seat in player_seats
        }

    def run(self) -> None:
        """Play to the end, or until a player leaves."""
        current_seat = ""
        try:
            while seat := self.arbiter.seat_to_act:
                current_seat = self._hand_over(current_seat, seat)
                if self._notice:
                    self.out.print(styled_text(self._notice, "yellow"))
                    self._notice = ""
                try:
                    self._play_turn(self.seat_consoles[seat])
                except UndoWanted:
                    current_seat = self._ask_to_take_back(seat)
            self.is_over = True
            seats = sorted(self.seat_consoles, key=lambda seat: seat != current_seat)
            for seat in seats[:1] if self.hides_nothing else seats:
                current_seat = self._hand_over(current_seat, seat)
                seat_console = self.seat_consoles[seat]
                turn = self.arbiter.make_turn(seat, len(seat_console.views))
                seat_console.add_turn(turn)
                seat_console.narrate(turn)
                seat_console.show_texts(draw_ending(seat_console, self.arbiter.given_up))
        except PlayerLeft:
            return
        except InputEnded as end:
            self.interrupt = end.interrupt

    def _note_renamed(self, changed: Mapping[str, int]) -> None:
        """Let the players read the events that a renaming has changed anew, without printing them again."""
        for seat, event_count in changed.items():
            if (seat_console := self.seat_consoles.get(seat)) is not None:
                known_count = len(seat_console.views)
                turn = self.arbiter.make_turn(seat, min(event_count, known_count))
                seat_console.add_turn(evolve(turn, events=turn.events[: known_count - turn.start]))

    def show_remaining(self) -> None:
        """Do nothing: the last player has seen all that he may see."""

    def _hand_over(self, current_seat: str, next_seat: str) -> str:
        """Ask to pass the keyboard to the next player, clearing the screen if it shows secrets; return his seat.

        Raises:
            InputEnded: The input has ended.
        """
        if current_seat == next_seat or len(self.seat_consoles) < 2:
            return next_seat
        seat_console = self.seat_consoles[next_seat]
        if self.hides_nothing:
            if current_seat:
                seat_console.continue_from(self.seat_consoles[current_seat])
            self.out.print()
            self.out.print(styled_text(f"{capitalize_first(seat_console.title_of(next_seat))}:", "bold yellow"))
            return next_seat
        if current_seat:
            self._clear_screen()
            clear_typed_history()
        else:
            self.out.print()
        self.out.print(
            styled_text(f"Pass to {seat_console.title_of(next_seat)}.", "bold yellow").append("  Enter uncovers", "dim")
        )
        read_line(self.out)
        if current_seat:
            self._clear_screen()
            clear_typed_history()
        return next_seat

    def _ask_to_take_back(self, seat: str) -> str:
        """Ask the other players whether a player may take back his last answer, and do so; return who sits there.

        Raises:
            InputEnded: The input has ended.
        """
        kept = self.arbiter.find_last_answer(seat)
        if kept is None:
            show_error(InputError("you have given no answer that could be taken back"))
            return seat
        current_seat = seat
        for other, seat_console in self.seat_consoles.items():
            if other == seat:
                continue
            current_seat = self._hand_over(current_seat, other)
            if not seat_console.confirm_undo(seat, self.arbiter.count_own_answers(other, kept)):
                title = capitalize_first(self.arbiter.find_seat(other).title)
                self._notice = sentences.undo_not_agreed(title)
                return current_seat
        for name, seat_console in self.seat_consoles.items():
            seat_console.drop_events(self.arbiter.count_events_before(name, kept))
        self.arbiter.take_back(kept, self.arbiter.undo_count + 1)
        self._notice = sentences.undo_done(self.arbiter.find_seat(seat).title)
        return current_seat

    def _clear_screen(self) -> None:
        """Clear the screen and its scrollback, as far as possible."""
        if self.out.is_terminal and not self.out.is_dumb_terminal:
            self.out.file.write("\x1b[3J")
        self.out.clear()

    def _play_turn(self, seat_console: SeatConsole) -> None:
        """Ask a player his open question.

        Raises:
            PlayerLeft: The player leaves.
            UndoWanted: He asks to take back his last answer.
            InputEnded: The input has ended.
        """
        seat = seat_console.seated.seat
        turn = self.arbiter.make_turn(seat, len(seat_console.views))
        seat_console.add_turn(turn)
        try:
            if turn.throw is not None:
                self.arbiter.throw(seat, seat_console.ask_for_throw(turn))
            else:
                self.arbiter.answer(seat, seat_console.ask_for_answer(turn))
        except Resignation:
            self.arbiter.give_up(seat)
        except InputError as error:
            if self.arbiter.play.is_stuck:
                raise
            show_error(error)
