"""What host and guest of a game by mail share: where files go, and what is said of them."""

from __future__ import annotations

from pathlib import Path

from attrs import define
from rich.console import Console

from bombsight.cli.failure import SUCCESS
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.play.question_input import InputEnded
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.signals import exit_status_of
from bombsight.service.games.requests import Rules
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.story import Detail
from bombsight.service.seats.mail.mail_documents import MailDocument
from bombsight.service.seats.mail.mail_file import write_mail


@define
class MailSession:
    """One call of the command ``mail``: reads one incoming file, and writes the next outgoing ones.

    Attributes:
        folder: The folder for outgoing files.
        rules: Where games and house rules lie.
        detail: The level of detail of the story.
        ask_level: Which questions the player is asked.
        out: The console.
    """

    folder: Path
    rules: Rules
    detail: Detail
    ask_level: Level
    out: Console

    def write_mail(self, mail: MailDocument, readable: str) -> None:
        """Write an outgoing file for the other player, with its readable part, and print its path."""
        path = write_mail(mail, self.folder, readable)
        self.out.print(styled_text("Send this file: ", "bold").append(sanitize(str(path))), soft_wrap=True)

    def show_hint(self, text: str) -> None:
        """Print a hint in a dim style."""
        self.out.print(styled_text(text, "dim"), soft_wrap=True)


def exit_status_after(reason: PlayerLeft | InputEnded) -> int:
    """The exit status of the program after a player left the game, or the input ended."""
    return SUCCESS if isinstance(reason, PlayerLeft) or reason.interrupt is None else exit_status_of(reason.interrupt)
