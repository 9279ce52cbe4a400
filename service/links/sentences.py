"""The catalogue of sentences about links to games that terminal and page share.

See :mod:`bombsight.runtime.sentences`; ``python -m web`` translates this module into
``web/src/play/links/sentences.ts``.
"""

from __future__ import annotations

from bombsight.dsl.listing import pluralize

# --- reading

NO_LINK = "this is no link to a game"
NO_LINK_HINT = "A link has `#/link/` in it, or begins with `bombsight:`."
BROKEN_LINK = "this link is damaged, or was cut off"
DAMAGED_HINT = "Copy it whole, from its first letter to its last."
UNPACKS_TOO_LARGE = "this link unpacks to more than any game needs"
NO_ANSWERS = "the answers in this link cannot be read"


def link_too_long(limit: int) -> str:
    """The error that a link has more characters than are read."""
    return f"this link is longer than any: {limit:,} characters are the most"


def other_link_version(version: int, known: int) -> str:
    """The error that a link has a newer form than this program reads."""
    return f"this link has form {version}, and this version reads form {known}"


OTHER_LINK_VERSION_HINT = "A newer version of Bombsight reads it; if it was copied by hand, copy it whole."


def wrong_link(problem: str) -> str:
    """The error that the content of a link is no game: ``seed: expected a whole number``."""
    return f"this link holds no game: {problem}"


def too_many_answers(limit: int) -> str:
    """The error that a link has more answers than any game."""
    return f"this link has more than {limit:,} answers"


# --- its rules


def other_link_rules(title: str, rules: str) -> str:
    """The error that the rules of a link are not here; rules are named by their first digits."""
    return f"the rules of {title} by which this link was played ({rules}) are not here"


def other_link_rules_hint(version: str) -> str:
    """The hint which version plays a link."""
    return f"Bombsight {version} made it: that version and its rules play it."


# --- replaying


def link_answer_not_offered(number: int, choice: str, option_count: int) -> str:
    """The error that an answer of a link is none of the options of its question."""
    return f"answer {number} of this link fits no question: {choice} offers {pluralize(option_count, 'option')}"


def link_throw_does_not_fit(number: int, problem: str) -> str:
    """The error that a throw of a link does not fit the dice that are to be thrown."""
    return f"throw {number} of this link does not fit: {problem}"


def link_ends_early(used: int, count: int) -> str:
    """The error that a game is over before all answers of its link are used."""
    return f"the game of this link ends after {used} of its {pluralize(count, 'answer')}"


def link_waits_early(used: int, count: int) -> str:
    """The error that a game waits for dice before all answers of its link are used."""
    return f"the game of this link waits for dice after {used} of its {pluralize(count, 'answer')}"


THROWS_LEFT = "this link holds throws of dice that its game never asks for"
STORY_DIFFERS = "what is replayed is not what was played: this link was changed, or made by other rules"
STORY_DIFFERS_HINT = "Ask whoever made it for the save itself."

# --- what it is


def link_played_by(version: str, rules: str) -> str:
    """What made a link, and by which rules."""
    return f"Made by Bombsight {version}, by the rules {rules}."


def link_entry(entry: str, args: str) -> str:
    """What is played: a campaign, or a mission with its number."""
    return "campaign" if entry == "career" else f"mission {args}" if args else "mission"


def link_names(names: str) -> str:
    """The names of the player's own."""
    return f"With names: {names}."


def link_missions(count: int) -> str:
    """How many missions of a campaign a link holds."""
    return f"{pluralize(count, 'mission')} ended" if count != 0 else "no mission has ended yet"


def link_answers(count: int) -> str:
    """How many answers a link holds."""
    return pluralize(count, "answer")


def link_own_dice(count: int) -> str:
    """How many throws of a link were thrown by hand."""
    return "all dice fall by its seed" if count == 0 else f"{pluralize(count, 'throw')} by the player's own hand"


RESULT_UNKNOWN = "What came of it shows when it is watched."

# --- making


def link_length(length: int) -> str:
    """How long a link is."""
    return f"{length:,} characters."


LINK_SHOWS_ALL = "Whoever has it can watch all of the game, with its seed and your names, and knows the dice to come."


def long_link(length: int, limit: int) -> str:
    """The warning that a link is so long that some places cut it."""
    return f"{length:,} characters: forums and messengers may cut a link of more than {limit:,}."


LINK_DIFFERS = "no link can be made of this save: from a link it does not come out the same"


SEND_SAVE_HINT = "Send the save itself."


def no_link_possible(limit: int) -> str:
    """The error that a game is too long for a link."""
    return f"this game is too long for a link: {limit:,} characters are the most"
