"""Undo by consent and renaming with one device: the screen is handed to each who has to agree, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from attrs import frozen
from rich.text import Text
from textual.binding import Binding, BindingType

from bombsight.cli.seats.arbiter_moves import ArbiterMoves
from bombsight.cli.seats.shared_screen_app import SharedScreenApp
from bombsight.cli.seats.undo_dialog import UndoDialog
from bombsight.cli.seats.undo_words import NOTHING_GIVEN, REPLY_HINT, describe_undone
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first
from bombsight.service.present import sentences


@frozen
class UndoWish:
    """A player's wish to take back his last answer.

    Attributes:
        seat: His seat.
        kept: How many records of the game stay.
        others: The seats that have to agree, and have not been asked yet.
    """

    seat: str
    kept: int
    others: Sequence[str]


class SharedUndoApp(SharedScreenApp):
    """The full-screen application of two players with one device, who take back answers, and rename.

    Attributes:
        open_request: The wish to which the player at the device has not replied, while he looks around; None for none.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("u", "undo_key")]

    open_request: UndoWish | None = None

    # --- undo

    @property
    def moving_seat(self) -> str:
        """The seat that is shown; where all look at one screen, the one that is asked."""
        moves = self.seat_game.moves
        assert isinstance(moves, ArbiterMoves)
        return moves.seat

    def action_undo_key(self) -> None:
        """Key action: reply to the open request; without one go back, or ask for an undo."""
        if self.open_request is None:
            self.action_go_back()
        else:
            self.ask_for_undo()

    def draw_request(self) -> Sequence[Text]:
        """Render the request to which the player has not replied, and the key for it."""
        wish = self.open_request
        if wish is None:
            return ()
        line = styled_text(sanitize(self.describe_wish(wish, self.shown_seat)), "yellow")
        return [*wrap_text(line.append(f"  {REPLY_HINT}", "dim"), 0, self.line_width)]

    def pass_on(self) -> None:
        """Hand the screen over; whoever has not replied to a request replies first."""
        if self.open_request is None:
            super().pass_on()
        else:
            self.ask_for_undo()

    def ask_for_undo(self) -> None:
        """Ask the player whether he means to take back his last answer, if he has given one; or for his open reply."""
        if self.open_request is not None:
            self.ask_for_consent(self.open_request, self.shown_seat)
            return
        if not self.seat_game.game.is_over and self.arbiter.find_last_answer(self.moving_seat) is None:
            self.show_refusal(NOTHING_GIVEN)
        else:
            super().ask_for_undo()

    def request_undo(self) -> None:
        """Ask the other players whether the last answer of this one may be taken back."""
        kept = self.arbiter.find_last_answer(self.moving_seat)
        if kept is None:
            return
        seats = [each.name for each in self.arbiter.seats if each.name not in self.arbiter.autos]
        self.ask_next(UndoWish(self.moving_seat, kept, [each for each in seats if each != self.moving_seat]))

    def ask_next(self, wish: UndoWish) -> None:
        """Ask the next player who has to agree, under a cover if the game hides anything; or take back."""
        if not wish.others:
            self.run_guarded(lambda: self.take_back(wish))
            return
        other = wish.others[0]
        if not self.is_covered:
            self.ask_for_consent(wish, other)
            return
        note = sentences.undo_asked(capitalize_first(self.title_of(wish.seat)), 0)
        self.cover(other, note, lambda: self.uncover_to_consent(wish, other))

    def uncover_to_consent(self, wish: UndoWish, other: str) -> None:
        """Show the screen of a player who has to agree, and ask him there: he may look around before he replies."""
        self.open_request = wish
        self.uncover(other)
        self.ask_for_consent(wish, other)

    def describe_wish(self, wish: UndoWish, other: str) -> str:
        """Describe a player's wish to one who has to agree."""
        own_answers = self.arbiter.count_own_answers(other, wish.kept)
        return sentences.undo_asked(capitalize_first(self.title_of(wish.seat)), own_answers)

    def ask_for_consent(self, wish: UndoWish, other: str) -> None:
        """Ask a player whether he agrees; keys that were meant for something else do not reply."""
        request = self.describe_wish(wish, other)
        if not self.is_covered:
            request = f"{capitalize_first(self.title_of(other))}: {request}"

        def reply(agrees: bool | None) -> None:
            """Callback of the dialog: ask the next player, or say who does not agree, unless the reply comes later."""
            if agrees is None:
                self.show_notice([])
                return
            if self.open_request is not None:
                self.open_request = None
                self.put_away()
            if agrees:
                self.ask_next(UndoWish(wish.seat, wish.kept, wish.others[1:]))
            else:
                self.refuse(wish, other)

        self.drop_keys_of_surprise()
        self.push_screen(UndoDialog(request, reply, can_wait=self.is_covered))

    def refuse(self, wish: UndoWish, other: str) -> None:
        """Say that a player does not agree, to the one who asked."""
        sentence = sentences.undo_not_agreed(capitalize_first(self.title_of(other)))
        if self.is_covered:
            self.hand_over(wish.seat, sentence)
        else:
            self.show_sentence(sentence)

    def take_back(self, wish: UndoWish) -> None:
        """Take back what all have agreed to, and ask anew.

        Raises:
            InputError: The game cannot go on.
        """
        arbiter = self.arbiter
        counts = {name: arbiter.count_events_before(name, wish.kept) for name in self.games}
        arbiter.take_back(wish.kept, arbiter.undo_count + 1)
        for name, count in counts.items():
            game = self.games[name]
            game.game.go_back(count)
            game.note_kept(count)
            state = self._states.get(name)
            if state is not None and count < state["transcript"].event_count:
                state.update(held=None, look=None, is_reading=False)
                state["drawn"].hidden_count = state["drawn"].unread_count = 0
            self.notices[name] = describe_undone(wish.seat, name, self.title_of)
        if self.shown_seat:
            self.go_to_present()
        if self.is_covered:
            self.hand_over()
        else:
            self.notices.clear()
            self.advance()
            self.show_sentence(sentences.undo_done(self.title_of(wish.seat)))

    def title_of(self, seat: str) -> str:
        """The title of a seat."""
        return self.arbiter.find_seat(seat).title

    # --- names

    def retell(self, changed: Mapping[str, int]) -> None:
        """Let each player read anew what a renaming has changed.

        Args:
            changed: For each seat whose events read otherwise, how many events there are before the first that does.
        """
        for seat, game in self.games.items():
            own_seat = seat if self.is_covered else self.moving_seat
            known = game.game
            known.forget_states()
            if own_seat not in changed or changed[own_seat] >= known.event_count:
                continue
            turn = self.arbiter.make_turn(own_seat, changed[own_seat])
            known.reread(turn)
            state = self._states.get(seat)
            if state is None:
                game.note_kept(turn.start, is_renamed=True)
                continue
            transcript, held = state["transcript"], state["held"]
            transcript.update(min(turn.start, transcript.event_count), None)
            if held is not None:
                state["held"] = held.divide_rest(transcript.lines, game.pace)
