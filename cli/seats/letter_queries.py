"""The queries of a player who reads a letter: it replies to them itself."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from bombsight.boundary.errors import InputError
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.mail.mail_documents import Letter
from bombsight.service.seats.protocol.host_messages import Looked


@define
class LetterQueries:
    """Answers the queries of a player who reads a letter, from the contents of the letter alone."""

    letter: Letter

    def current_state(self) -> Looked:
        """The state that the letter contains."""
        return self.letter.looked

    def odds(self) -> Odds:
        """Refuse to compute odds, which only the arbiter (mediator) could: raise an input error.

        Raises:
            InputError: Always.
        """
        raise InputError("by mail no odds are told", "", "They are worked out where the game runs.")

    def other_throws(self, event: int) -> Sequence[ResultRange]:
        """Return nothing: the letter does not contain what other results of a throw would have done."""
        return ()

    def named_things(self) -> Sequence[NamedThing]:
        """Refuse to list names, which only the arbiter (mediator) could: raise an input error.

        Raises:
            InputError: Always.
        """
        raise InputError("by mail who hosts gives the names", "", "Write to him whom you would call otherwise.")

    def rename(self, thing: NamedThing, name: str) -> None:
        """Refuse a renaming, as :meth:`named_things` does.

        Raises:
            InputError: Always.
        """
        raise InputError("by mail who hosts gives the names")
