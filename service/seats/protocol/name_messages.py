"""The messages about the names of people and things at a table: they are public, as far as the things are."""

from __future__ import annotations

from attrs import field, frozen, validators

from bombsight.runtime.events.names import LONGEST_NAME
from bombsight.service.common.document import Document
from bombsight.service.play.naming import NamedThing

# --- from a seat to the host


@frozen(kw_only=True)
class NamesWanted(Document):
    """A request for the people and things with names that a seat may see."""

    document = "names_wanted"


@frozen(kw_only=True)
class Rename(Document):
    """A seat's new name for a person or thing that it may see; all who may see it read that name from there on.

    Attributes:
        of: The record whose list the name is from; empty for the game's general list.
        number: The number of the name in that list.
        name: The new name.
    """

    document = "rename"

    of: str
    number: int = field(validator=validators.ge(0))
    name: str = field(validator=validators.max_len(LONGEST_NAME))


# --- from the host to a seat


@frozen(kw_only=True)
class NamesShown(Document):
    """The people and things with names that a seat may see: the reply to both.

    Attributes:
        named: They, each once, with their present names.
    """

    document = "names_shown"

    named: tuple[NamedThing, ...]
