"""States of a game in which what is hidden from one player is masked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.session.session import Session
from bombsight.runtime.visibility.masking import PlayerAsides, hide_slots, mask_state
from bombsight.runtime.visibility.visibility import Secrets
from bombsight.service.present.sheet import Sheet, SheetGroup


@frozen
class MaskedState:
    """A state with what is hidden from a player masked.

    Attributes:
        describer: The describer of the state; it counts until another state is masked.
        hidden_slots: The hidden slots of the state, by slot number.
        hidden_lists: The lists whose contents are hidden.
    """

    describer: Describer
    hidden_slots: Mapping[int, SlotField]
    hidden_lists: Sequence[SlotList]

    @property
    def has_hidden(self) -> bool:
        """Whether anything is hidden in the state."""
        return bool(self.hidden_slots or self.hidden_lists)


class StateMask:
    """The mask of a player over the states of a session.

    Attributes:
        session: The session.
        secrets: What the rules hide.
        asides: The derived values, computed without what is hidden.
        shown: The program whose tones, good and bad, are shown.
        describer: A describer of that program, in any state.
    """

    def __init__(self, session: Session, player: int, shown: Program) -> None:
        """Create the mask of a player, given by his number, with the program as he sees it."""
        self.session = session
        self.shown = shown
        self.describer = session.describer if shown is session.program else Describer(shown)
        self.secrets = Secrets(session.program, session.load)
        self.asides = PlayerAsides(session.program, session.load)
        self._player = player

    def mask_state(self, past_slots: Sequence[int] | None = None) -> MaskedState:
        """Mask the present state, or ``past_slots``; call :meth:`close` when its derived values were read."""
        session, secrets = self.session, self.secrets
        slots = session.describer.slots if past_slots is None else past_slots
        hidden_slots = secrets.hidden_slots(slots, self._player)
        hidden_lists = secrets.hidden_lists(slots, self._player)
        secrets.asides.close()
        self.asides.masked = mask_state(secrets.unordered_lists, slots, hidden_slots, hidden_lists)
        describer = self.describer.for_another_state()
        describer.name_lookup = session.describer.name_lookup
        describer.asides, describer.unordered = self.asides, secrets.unordered
        describer.slots = hide_slots(slots, hidden_slots, hidden_lists)
        describer.pinned = session.describer.pinned
        return MaskedState(describer, hidden_slots, hidden_lists)

    def close(self) -> None:
        """Close the computation of derived values, which was begun for the last masked state."""
        self.asides.close()


def render_masked_sheet(sheet: Sheet, masked: MaskedState) -> tuple[SheetGroup, ...]:
    """Return the groups of the sheet in a masked state: hidden fields marked, hidden lists left out."""
    hidden_ids = {hidden.id for hidden in masked.hidden_lists}
    groups = sheet.for_describer(masked.describer).groups()
    shown = (evolve(group, lines=tuple(each for each in group.lines if each.id not in hidden_ids)) for group in groups)
    return tuple(group for group in shown if group.lines)
