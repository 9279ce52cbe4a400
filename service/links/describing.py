"""What a link is, in sentences, before anything of it runs."""

from __future__ import annotations

from bombsight.boundary.errors import clip
from bombsight.dsl.listing import capitalize_first, join_names
from bombsight.service.links import sentences
from bombsight.service.links.answers import parse_answers
from bombsight.service.links.linked_game import LinkedGame
from bombsight.service.links.packing import PLACE

MAX_NAMES = 5
"""The most names of the player's own that are shown."""

PREFIXES_OF_RULES = ("errata ", "preferences ")


def describe_link(link: LinkedGame) -> list[str]:
    """Describe a link in sentences: game, length, whose dice, names, what made it; nothing of its result."""
    edition = [overlay.partition(" ")[2].replace("_", " ") for overlay in link.overlays if is_shown(overlay)]
    played = [clip(link.title), sentences.link_entry(link.entry, " ".join(map(str, link.args))), *edition]
    throws = sum(len(each) > 1 for each in link.throws)
    amount = [sentences.link_answers(len(parse_answers(link.answers, PLACE))), sentences.link_own_dice(throws)]
    if link.entry == "career":
        amount.insert(0, sentences.link_missions(link.missions))
    names = [clip(each.name) for each in (link.names.own if link.names is not None else ())]
    lines = [f"{', '.join(played)}.", f"{capitalize_first(', '.join(amount))}."]
    if names:
        lines.append(sentences.link_names(join_names(names[:MAX_NAMES])))
    return [*lines, sentences.link_played_by(link.version, link.rules), sentences.RESULT_UNKNOWN]


def is_shown(overlay: str) -> bool:
    """Whether an overlay is a variant or a house rule; errata belong to the rules, and preferences change none."""
    return not overlay.startswith(PREFIXES_OF_RULES)
