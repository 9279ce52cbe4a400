// Sentences: runtime/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

/** The error that a game has no career (a series of missions), for example: `Packet has no career`. */
export function noCareer(title: string): string {
  return `${title} has no career`;
}

/** The error for too many or too few mission arguments, for example: `mission takes 1 values, not 2`. */
export function wrongValueCount(entry: string, expected: number, count: number): string {
  return `${entry} takes ${expected} values, not ${count}`;
}

/** The error for an argument that its type lacks, for example: `route: 7 is none of 1..6`. */
export function wrongValue(parameter: string, value: string | number, kind: string): string {
  return `${parameter}: ${value} is none of ${kind}`;
}

/** The error for a typed answer that fits no option, or several, for example: `'x' is not offered`. */
export function optionMismatch(typed: string, matches: number): string {
  return (matches > 0 ? `'${typed}' fits ${matches} options` : `'${typed}' is not offered`);
}

/** The error for a typed word that fits no drawn member, or several, for example: `'x' is not among them`. */
export function drawnMemberMismatch(typed: string, matches: number): string {
  return (matches > 0 ? `'${typed}' fits ${matches} of them` : `'${typed}' is not among them`);
}

/** The error for a typed text that is no name, for example: `'--' is no name`. */
export function noName(quotedText: string): string {
  return `${quotedText} is no name`;
}

export const NO_NAME_HINT = "Write letters.";

/** The error for a name that is too long, for example: `a name of 90 characters is too long`. */
export function nameTooLong(length: number): string {
  return `a name of ${length} characters is too long`;
}

/** The hint of how long a name may be, such as `40 will do`. */
export function nameLengthHint(maxLength: number): string {
  return `${maxLength} will do.`;
}

/** The error for a number that a die does not have, for example: `7 is not on a die with 6 sides`. */
export function wrongFace(face: number, sides: number, lowest: number): string {
  return `${face} is not on a ${(lowest < 1 ? "Fate die: -1, 0, 1" : `die with ${sides} sides`)}`;
}

/**
 * The error for too many or too few typed dice: `2d6 wants 2 numbers, or their total, not 3`. Args: dice: The notation
 * of the dice. count: How many dice there are. keeps_one: Whether only the lowest or highest die counts. typed_count:
 * How many numbers were typed.
 */
export function wrongDieCount(dice: string, count: number, keepsOne: boolean, typedCount: number): string {
  return `${dice} wants ${count} numbers, or ${(keepsOne ? "the one that is kept" : "their total")}, not ${typedCount}`;
}

/** The error for a total or kept die that dice cannot show, for example: `13 is no total of 2d6`. */
export function wrongTotal(number: number, resultNoun: string, dice: string): string {
  return `${number} is no ${resultNoun} of ${dice}`;
}

/** The error for a total of dice that the rules look at one by one. */
export function singleDiceWanted(count: number): string {
  return `the rules look at each of the ${count} dice: write what each shows`;
}

export const TYPE_DICE_HINT = "write what each die shows, or their total";

export const MORE_NOT_SHOWN = "more is not shown";

/** The name of a save's last record in messages, for example: `the end (won)`. */
export function endRecord(result: string): string {
  return `the end (${result})`;
}

/** The name of a recorded answer in messages, for example: `answer 3 (go at route)`. */
export function answerRecord(number: number, name: string, choice: string): string {
  return `answer ${number} (${name} at ${choice})`;
}

/** The name of a recorded throw in messages, for example: `the throw of 3+4 at A-1 after answer 2`. */
export function throwRecord(faces: string, table: string, answers: number): string {
  return `the throw of ${faces} at ${table} after answer ${answers}`;
}

/** The error for a record that differs from the replayed run: `answer 3 (go at route) does not fit: ...`. */
export function recordDoesNotFit(record: string, reason: string): string {
  return `${record} does not fit: ${reason}`;
}

/** The error for a record that the replayed run never comes to: `the end (won) is not reached: ...`. */
export function recordIsNotReached(record: string, reason: string): string {
  return `${record} is not reached: ${reason}`;
}

/** The error that a replay differs before a record: `before answer 3 (...) something else happened ...`. */
export function storyDiffers(record: string): string {
  return `before ${record} something else happened than the save says`;
}

/** The hint after a record that does not fit: `Restore the file, or ...`. */
export function restoreHint(compatibilityHint: string): string {
  return `Restore the file, or ${compatibilityHint}`;
}

/** The hint after a replay that differs: `A line above it was changed: restore the file, or ...`. */
export function restoreEarlierLineHint(compatibilityHint: string): string {
  return `A line above it was changed: restore the file, or ${compatibilityHint}`;
}

export const GAME_ENDS_EARLIER = "the game is over before it";

export const STORY_DIFFERS_AT_END = "something else happened after the last answer";

/** The reason that the replayed run has another end than the save: `the game ends with lost`. */
export function gameEndsOtherwise(result: string): string {
  return `the game ends with ${result}`;
}

/** The reason that a run ended at its budget: `... (ship.rules:7); --limit N allows N times as much`. */
export function overBudget(fault: string, place: string): string {
  return `${fault} (${place}); --limit N allows N times as much`;
}

/** The reason that the run throws dice where the save records something else: `the game throws 2d6 at A-1`. */
export function gameThrows(dice: string, table: string): string {
  return `the game throws ${dice} at ${table}`;
}

/** The reason that the run asks a question where the save records something else: `the game asks route`. */
export function gameAsks(choice: string): string {
  return `the game asks ${choice}`;
}

/** The reason that recorded dice differ from pinned ones: `the game throws 2d6 at A-1, which is pinned to 3+4`. */
export function pinnedTo(request: string, faces: string): string {
  return `${request}, which is pinned to ${faces}`;
}

/** The reason that recorded faces are impossible: `the game throws 2d6 at A-1, and 13 is no total of 2d6`. */
export function wrongRecordedDice(request: string, reason: string): string {
  return `${request}, and ${reason}`;
}

/** The reason that a question lacks the recorded answer: `route offers north, south`. */
export function choiceOffers(choice: string, options: string): string {
  return `${choice} offers ${options}`;
}

export const EMPTY_SAVE = "this file is empty";

export const EMPTY_SAVE_HINT = "Nothing was answered yet: delete it and start again.";

export const TRUNCATED_HEADER = "the first line is cut short";

export const TRUNCATED_HEADER_HINT = "Nothing was answered yet: start again.";

export const NOT_A_SAVE = "this is no save";

export const OTHER_VERSION_HINT = "Use the version that wrote it.";

export const EDITED_HEADER_HINT = "The first line cannot be changed by hand.";

export const EDITED_LINE_HINT = "Lines cannot be changed by hand. To play on from before it, delete this line and all behind it.";

export const NOT_A_RECORD = "this line is no record of a save";

export const RECORD_AFTER_END = "nothing but an undo can follow the end";

export const NOTHING_TO_TAKE_BACK = "there is nothing left to take back";

/** The error for a save of another format: `this save has format 9, and only 1 to 3 can be read`. */
export function otherVersion(version: string, readableVersions: string): string {
  return `this save has format ${version}, and only ${readableVersions} can be read`;
}

/** The note that the last line was cut short and is ignored, after its `path:line`. */
export function truncatedLine(path: string, line: number): string {
  return `${path}:${line}: the last line was cut short and is left out`;
}

/** The note that a newer version's field is kept as it is, after its `path:line`. */
export function unknownField(path: string, line: number, field: string): string {
  return `${path}:${line}: the field ${field} is not known to this version: it is kept as it is`;
}

/** The error for a change of rules that keeps more records than there are: `there are no 9 records before it`. */
export function tooFewRecords(count: number): string {
  return `there are no ${count} records before it`;
}

/** The difference in an option between a save and the rules: `option fog was no and is yes`. */
export function optionChanged(option: string, before: string, after: string): string {
  return `option ${option} was ${before} and is ${after}`;
}

/** The difference of an overlay that only the save has: `house mine was in force and is not`. */
export function overlayLeft(overlay: string): string {
  return `${overlay} was in force and is not`;
}

/** The difference of an overlay that only the rules have now: `house mine is in force and was not`. */
export function overlayJoined(overlay: string): string {
  return `${overlay} is in force and was not`;
}

/** The difference of rules in nothing more specific: `the rules of Packet have been changed since`. */
export function rulesChanged(title: string): string {
  return `the rules of ${title} have been changed since`;
}

/** The error for a save of other rules: `it was played with other rules: option fog was no and is yes`. */
export function otherRules(differences: string): string {
  return `it was played with other rules: ${differences}`;
}

/** The error for a save of another game: `this is a save of Packet (packet), not of Lighthouse`. */
export function otherGame(title: string, game: string, programTitle: string): string {
  return `this is a save of ${title} (${game}), not of ${programTitle}`;
}
