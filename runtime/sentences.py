"""The catalogue of sentences about runs and saves, which the terminal and the page have in common.

A function gives one sentence, or a part of one, by one expression, so ``python -m web`` can translate it for the page.
Sentences of one program alone stand where it needs them.
"""

from __future__ import annotations

# --- entries and their values


def no_career(title: str) -> str:
    """The error for a game without a career."""
    return f"{title} has no career"


def wrong_value_count(entry: str, expected: int, count: int) -> str:
    """The error for too many or too few values of an entry's parameters."""
    return f"{entry} takes {expected} values, not {count}"


def wrong_value(parameter: str, value: str | int, kind: str) -> str:
    """The error for a value that a parameter's type lacks."""
    return f"{parameter}: {value} is none of {kind}"


# --- typed answers, names and dice


def option_mismatch(typed: str, matches: int) -> str:
    """The error for words that point at no option, or at several."""
    return f"'{typed}' fits {matches} options" if matches > 0 else f"'{typed}' is not offered"


def drawn_member_mismatch(typed: str, matches: int) -> str:
    """The error for words that point at no drawn member, or at several."""
    return f"'{typed}' fits {matches} of them" if matches > 0 else f"'{typed}' is not among them"


def no_name(quoted_text: str) -> str:
    """The error for a text that is no name."""
    return f"{quoted_text} is no name"


NO_NAME_HINT = "Write letters."


def name_too_long(length: int) -> str:
    """The error for a name that is too long."""
    return f"a name of {length} characters is too long"


def name_length_hint(max_length: int) -> str:
    """The hint for a name that is too long."""
    return f"{max_length} will do."


def wrong_face(face: int, sides: int) -> str:
    """The error for a number that no side of a die shows."""
    return f"{face} is not on a die with {sides} sides"


def wrong_die_count(dice: str, count: int, keeps_one: bool, typed_count: int) -> str:
    """The error for more or fewer numbers than dice."""
    return (
        f"{dice} wants {count} numbers, or {'the one that is kept' if keeps_one else 'their total'}, not {typed_count}"
    )


def wrong_total(number: int, result_noun: str, dice: str) -> str:
    """The error for a total, or a kept die, that dice cannot show."""
    return f"{number} is no {result_noun} of {dice}"


TYPE_DICE_HINT = "write what each die shows, or their total"

# --- boards

MORE_NOT_SHOWN = "more is not shown"

# --- records that do not fit


def end_record(result: str) -> str:
    """The last record of a save: its end."""
    return f"the end ({result})"


def answer_record(number: int, name: str, choice: str) -> str:
    """A recorded answer."""
    return f"answer {number} ({name} at {choice})"


def throw_record(faces: str, table: str, answers: int) -> str:
    """A recorded throw."""
    return f"the throw of {faces} at {table} after answer {answers}"


def record_does_not_fit(record: str, reason: str) -> str:
    """The error for a record that differs from the run."""
    return f"{record} does not fit: {reason}"


def record_is_not_reached(record: str, reason: str) -> str:
    """The error for a record that the run does not come to."""
    return f"{record} is not reached: {reason}"


def story_differs(record: str) -> str:
    """The error for a story that differs before a record."""
    return f"before {record} something else happened than the save says"


def restore_hint(compatibility_hint: str) -> str:
    """The hint for a record that does not fit."""
    return f"Restore the file, or {compatibility_hint}"


def restore_earlier_line_hint(compatibility_hint: str) -> str:
    """The hint for a story that differs."""
    return f"A line above it was changed: restore the file, or {compatibility_hint}"


GAME_ENDS_EARLIER = "the game is over before it"
STORY_DIFFERS_AT_END = "something else happened after the last answer"


def game_ends_otherwise(result: str) -> str:
    """How the run ends, where the save has another end."""
    return f"the game ends with {result}"


def over_budget(fault: str, place: str) -> str:
    """The reason why a run ended at its budget."""
    return f"{fault} ({place}); --limit N allows N times as much"


def game_throws(dice: str, table: str) -> str:
    """A throw of the run, where the save has another record."""
    return f"the game throws {dice} at {table}"


def game_asks(choice: str) -> str:
    """A question of the run, where the save has another record."""
    return f"the game asks {choice}"


def pinned_to(request: str, faces: str) -> str:
    """A throw of the run whose dice are pinned to other faces."""
    return f"{request}, which is pinned to {faces}"


def wrong_recorded_dice(request: str, reason: str) -> str:
    """A throw of the run whose recorded faces its dice cannot show."""
    return f"{request}, and {reason}"


def choice_offers(choice: str, options: str) -> str:
    """The options of a question that lacks the recorded answer."""
    return f"{choice} offers {options}"


# --- lines of a save

EMPTY_SAVE = "this file is empty"
EMPTY_SAVE_HINT = "Nothing was answered yet: delete it and start again."
TRUNCATED_HEADER = "the first line is cut short"
TRUNCATED_HEADER_HINT = "Nothing was answered yet: start again."
NOT_A_SAVE = "this is no save"
OTHER_VERSION_HINT = "Use the version that wrote it."
EDITED_HEADER_HINT = "The first line cannot be changed by hand."
EDITED_LINE_HINT = "Lines cannot be changed by hand. To play on from before it, delete this line and all behind it."
NOT_A_RECORD = "this line is no record of a save"
RECORD_AFTER_END = "nothing but an undo can follow the end"
NOTHING_TO_TAKE_BACK = "there is nothing left to take back"


def other_version(version: str, readable_versions: str) -> str:
    """The error for a save of another version."""
    return f"this save has format {version}, and only {readable_versions} can be read"


def truncated_line(path: str, line: int) -> str:
    """The note about a last line that was not written whole."""
    return f"{path}:{line}: the last line was cut short and is left out"


def unknown_field(path: str, line: int, field: str) -> str:
    """The note about a field that a newer version wrote."""
    return f"{path}:{line}: the field {field} is not known to this version: it is kept as it is"


def too_few_records(count: int) -> str:
    """The error for a change of rules that counts more records than there are."""
    return f"there are no {count} records before it"


# --- rules of a save


def option_changed(option: str, before: str, after: str) -> str:
    """An option whose value was another."""
    return f"option {option} was {before} and is {after}"


def overlay_left(overlay: str) -> str:
    """An overlay that is in force no more."""
    return f"{overlay} was in force and is not"


def overlay_joined(overlay: str) -> str:
    """An overlay that is in force only now."""
    return f"{overlay} is in force and was not"


def rules_changed(title: str) -> str:
    """The difference of rules about which nothing more is known."""
    return f"the rules of {title} have been changed since"


def other_rules(differences: str) -> str:
    """The error for a save of other rules."""
    return f"it was played with other rules: {differences}"


def other_game(title: str, game: str, program_title: str) -> str:
    """The error for a save of another game."""
    return f"this is a save of {title} ({game}), not of {program_title}"
