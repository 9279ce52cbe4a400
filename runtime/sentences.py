"""The catalogue of sentences about runs and saves, which the terminal and the page have in common.

A function gives one sentence, or a part of one, by one expression, so ``python -m web`` can translate it for the page.
Sentences of one program alone stand where it needs them.
"""

from __future__ import annotations

# --- entries and their values


def no_career(title: str) -> str:
    """The error that a game has no career (a series of missions), for example: ``Packet has no career``."""
    return f"{title} has no career"


def wrong_value_count(entry: str, expected: int, count: int) -> str:
    """The error for too many or too few mission arguments, for example: ``mission takes 1 values, not 2``."""
    return f"{entry} takes {expected} values, not {count}"


def wrong_value(parameter: str, value: str | int, kind: str) -> str:
    """The error for an argument that its type lacks, for example: ``route: 7 is none of 1..6``."""
    return f"{parameter}: {value} is none of {kind}"


# --- typed answers, names and dice


def option_mismatch(typed: str, matches: int) -> str:
    """The error for a typed answer that fits no option, or several, for example: ``'x' is not offered``."""
    return f"'{typed}' fits {matches} options" if matches > 0 else f"'{typed}' is not offered"


def drawn_member_mismatch(typed: str, matches: int) -> str:
    """The error for a typed word that fits no drawn member, or several, for example: ``'x' is not among them``."""
    return f"'{typed}' fits {matches} of them" if matches > 0 else f"'{typed}' is not among them"


def no_name(quoted_text: str) -> str:
    """The error for a typed text that is no name, for example: ``'--' is no name``."""
    return f"{quoted_text} is no name"


NO_NAME_HINT = "Write letters."


def name_too_long(length: int) -> str:
    """The error for a name that is too long, for example: ``a name of 90 characters is too long``."""
    return f"a name of {length} characters is too long"


def name_length_hint(max_length: int) -> str:
    """The hint of how long a name may be, such as ``40 will do``."""
    return f"{max_length} will do."


def wrong_face(face: int, sides: int, lowest: int) -> str:
    """The error for a number that a die does not have, for example: ``7 is not on a die with 6 sides``."""
    return f"{face} is not on a {'Fate die: -1, 0, 1' if lowest < 1 else f'die with {sides} sides'}"


def wrong_die_count(dice: str, count: int, keeps_one: bool, typed_count: int) -> str:
    """The error for too many or too few typed dice: ``2d6 wants 2 numbers, or their total, not 3``.

    Args:
        dice: The notation of the dice.
        count: How many dice there are.
        keeps_one: Whether only the lowest or highest die counts.
        typed_count: How many numbers were typed.
    """
    return (
        f"{dice} wants {count} numbers, or {'the one that is kept' if keeps_one else 'their total'}, not {typed_count}"
    )


def wrong_total(number: int, result_noun: str, dice: str) -> str:
    """The error for a total or kept die that dice cannot show, for example: ``13 is no total of 2d6``."""
    return f"{number} is no {result_noun} of {dice}"


def single_dice_wanted(count: int) -> str:
    """The error for a total of dice that the rules look at one by one."""
    return f"the rules look at each of the {count} dice: write what each shows"


TYPE_DICE_HINT = "write what each die shows, or their total"

# --- boards

MORE_NOT_SHOWN = "more is not shown"

# --- records that do not fit


def end_record(result: str) -> str:
    """The name of a save's last record in messages, for example: ``the end (won)``."""
    return f"the end ({result})"


def answer_record(number: int, name: str, choice: str) -> str:
    """The name of a recorded answer in messages, for example: ``answer 3 (go at route)``."""
    return f"answer {number} ({name} at {choice})"


def throw_record(faces: str, table: str, answers: int) -> str:
    """The name of a recorded throw in messages, for example: ``the throw of 3+4 at A-1 after answer 2``."""
    return f"the throw of {faces} at {table} after answer {answers}"


def record_does_not_fit(record: str, reason: str) -> str:
    """The error for a record that differs from the replayed run: ``answer 3 (go at route) does not fit: ...``."""
    return f"{record} does not fit: {reason}"


def record_is_not_reached(record: str, reason: str) -> str:
    """The error for a record that the replayed run never comes to: ``the end (won) is not reached: ...``."""
    return f"{record} is not reached: {reason}"


def story_differs(record: str) -> str:
    """The error that a replay differs before a record: ``before answer 3 (...) something else happened ...``."""
    return f"before {record} something else happened than the save says"


def restore_hint(compatibility_hint: str) -> str:
    """The hint after a record that does not fit: ``Restore the file, or ...``."""
    return f"Restore the file, or {compatibility_hint}"


def restore_earlier_line_hint(compatibility_hint: str) -> str:
    """The hint after a replay that differs: ``A line above it was changed: restore the file, or ...``."""
    return f"A line above it was changed: restore the file, or {compatibility_hint}"


GAME_ENDS_EARLIER = "the game is over before it"
STORY_DIFFERS_AT_END = "something else happened after the last answer"


def game_ends_otherwise(result: str) -> str:
    """The reason that the replayed run has another end than the save: ``the game ends with lost``."""
    return f"the game ends with {result}"


def over_budget(fault: str, place: str) -> str:
    """The reason that a run ended at its budget: ``... (ship.rules:7); --limit N allows N times as much``."""
    return f"{fault} ({place}); --limit N allows N times as much"


def game_throws(dice: str, table: str) -> str:
    """The reason that the run throws dice where the save records something else: ``the game throws 2d6 at A-1``."""
    return f"the game throws {dice} at {table}"


def game_asks(choice: str) -> str:
    """The reason that the run asks a question where the save records something else: ``the game asks route``."""
    return f"the game asks {choice}"


def pinned_to(request: str, faces: str) -> str:
    """The reason that recorded dice differ from pinned ones: ``the game throws 2d6 at A-1, which is pinned to 3+4``."""
    return f"{request}, which is pinned to {faces}"


def wrong_recorded_dice(request: str, reason: str) -> str:
    """The reason that recorded faces are impossible: ``the game throws 2d6 at A-1, and 13 is no total of 2d6``."""
    return f"{request}, and {reason}"


def choice_offers(choice: str, options: str) -> str:
    """The reason that a question lacks the recorded answer: ``route offers north, south``."""
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
    """The error for a save of another format: ``this save has format 9, and only 1 to 3 can be read``."""
    return f"this save has format {version}, and only {readable_versions} can be read"


def truncated_line(path: str, line: int) -> str:
    """The note that the last line was cut short and is ignored, after its ``path:line``."""
    return f"{path}:{line}: the last line was cut short and is left out"


def unknown_field(path: str, line: int, field: str) -> str:
    """The note that a newer version's field is kept as it is, after its ``path:line``."""
    return f"{path}:{line}: the field {field} is not known to this version: it is kept as it is"


def too_few_records(count: int) -> str:
    """The error for a change of rules that keeps more records than there are: ``there are no 9 records before it``."""
    return f"there are no {count} records before it"


# --- rules of a save


def option_changed(option: str, before: str, after: str) -> str:
    """The difference in an option between a save and the rules: ``option fog was no and is yes``."""
    return f"option {option} was {before} and is {after}"


def overlay_left(overlay: str) -> str:
    """The difference of an overlay that only the save has: ``house mine was in force and is not``."""
    return f"{overlay} was in force and is not"


def overlay_joined(overlay: str) -> str:
    """The difference of an overlay that only the rules have now: ``house mine is in force and was not``."""
    return f"{overlay} is in force and was not"


def rules_changed(title: str) -> str:
    """The difference of rules in nothing more specific: ``the rules of Packet have been changed since``."""
    return f"the rules of {title} have been changed since"


def other_rules(differences: str) -> str:
    """The error for a save of other rules: ``it was played with other rules: option fog was no and is yes``."""
    return f"it was played with other rules: {differences}"


def other_game(title: str, game: str, program_title: str) -> str:
    """The error for a save of another game: ``this is a save of Packet (packet), not of Lighthouse``."""
    return f"this is a save of {title} ({game}), not of {program_title}"
