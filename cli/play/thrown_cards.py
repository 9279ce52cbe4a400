"""The card of the table of a throw, with what counted for it marked, as `why` shows it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from attrs import define
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.tables.card import show_thrown_card
from bombsight.runtime.events.views import View
from bombsight.service.common.failure import WrongRules
from bombsight.service.lookup.card_marks import find_card_marks, table_of_throw
from bombsight.service.lookup.cards import CardBox
from bombsight.service.play.play import Play
from bombsight.service.present.why import find_throw, find_throws


@define
class ThrownCards:
    """Draws the cards of the tables of throws in a game.

    Attributes:
        play: The game.
        cards: Its cards.
    """

    play: Play
    cards: CardBox

    @classmethod
    def of_game(cls, play: Play) -> ThrownCards:
        """Prepare to draw the cards of a game; its rules are read when the first one is drawn, or beforehand."""
        return cls(play, CardBox(play.request))

    def read_rules(self) -> None:
        """Read the rules beforehand; nothing happens if they are gone."""
        with contextlib.suppress(InputError, WrongRules):
            self.cards.read_rules()

    def draw(self, views: Sequence[View], which: str, out: Console) -> list[Text]:
        """Render the card of the table of a throw below a blank line; nothing if there is none, or the rules are gone.

        Args:
            views: The events that the reader may see.
            which: The throw, as `why` takes it.
            out: The console, for its width and its colours.

        Raises:
            InputError: There is no such throw.
        """
        event = find_throw(views, which) if which or next(find_throws(views), None) is not None else None
        table = table_of_throw(views[event]) if event is not None else ""
        if event is None or not table:
            return []
        try:
            card = self.cards.card(table)
        except (InputError, WrongRules):  # the rules of a game can be gone while it is played
            return []
        with out.capture() as drawn:
            show_thrown_card(card, find_card_marks(self.play.session, event, card), out)
        return [Text(), *Text.from_ansi(drawn.get().rstrip("\n")).split("\n", allow_blank=True)]
