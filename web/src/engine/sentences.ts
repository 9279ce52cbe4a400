// Sentences: runtime/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

/** The error for a game without a career. */
export function noCareer(title: string): string {
  return `${title} has no career`;
}

/** The error for too many or too few values of an entry's parameters. */
export function wrongValueCount(entry: string, expected: number, count: number): string {
  return `${entry} takes ${expected} values, not ${count}`;
}

/** The error for a value that a parameter's type lacks. */
export function wrongValue(parameter: string, value: string | number, kind: string): string {
  return `${parameter}: ${value} is none of ${kind}`;
}

/** The error for words that point at no option, or at several. */
export function optionMismatch(typed: string, matches: number): string {
  return (matches > 0 ? `'${typed}' fits ${matches} options` : `'${typed}' is not offered`);
}

/** The error for words that point at no drawn member, or at several. */
export function drawnMemberMismatch(typed: string, matches: number): string {
  return (matches > 0 ? `'${typed}' fits ${matches} of them` : `'${typed}' is not among them`);
}

/** The error for a text that is no name. */
export function noName(quotedText: string): string {
  return `${quotedText} is no name`;
}

export const NO_NAME_HINT = "Write letters.";

/** The error for a name that is too long. */
export function nameTooLong(length: number): string {
  return `a name of ${length} characters is too long`;
}

/** The hint for a name that is too long. */
export function nameLengthHint(maxLength: number): string {
  return `${maxLength} will do.`;
}

/** The error for a number that no side of a die shows. */
export function wrongFace(face: number, sides: number): string {
  return `${face} is not on a die with ${sides} sides`;
}

/** The error for more or fewer numbers than dice. */
export function wrongDieCount(dice: string, count: number, keepsOne: boolean, typedCount: number): string {
  return `${dice} wants ${count} numbers, or ${(keepsOne ? "the one that is kept" : "their total")}, not ${typedCount}`;
}

/** The error for a total, or a kept die, that dice cannot show. */
export function wrongTotal(number: number, resultNoun: string, dice: string): string {
  return `${number} is no ${resultNoun} of ${dice}`;
}

export const TYPE_DICE_HINT = "write what each die shows, or their total";

export const MORE_NOT_SHOWN = "more is not shown";

/** The last record of a save: its end. */
export function endRecord(result: string): string {
  return `the end (${result})`;
}

/** A recorded answer. */
export function answerRecord(number: number, name: string, choice: string): string {
  return `answer ${number} (${name} at ${choice})`;
}

/** A recorded throw. */
export function throwRecord(faces: string, table: string, answers: number): string {
  return `the throw of ${faces} at ${table} after answer ${answers}`;
}

/** The error for a record that differs from the run. */
export function recordDoesNotFit(record: string, reason: string): string {
  return `${record} does not fit: ${reason}`;
}

/** The error for a record that the run does not come to. */
export function recordIsNotReached(record: string, reason: string): string {
  return `${record} is not reached: ${reason}`;
}

/** The error for a story that differs before a record. */
export function storyDiffers(record: string): string {
  return `before ${record} something else happened than the save says`;
}

/** The hint for a record that does not fit. */
export function restoreHint(compatibilityHint: string): string {
  return `Restore the file, or ${compatibilityHint}`;
}

/** The hint for a story that differs. */
export function restoreEarlierLineHint(compatibilityHint: string): string {
  return `A line above it was changed: restore the file, or ${compatibilityHint}`;
}

export const GAME_ENDS_EARLIER = "the game is over before it";

export const STORY_DIFFERS_AT_END = "something else happened after the last answer";

/** How the run ends, where the save has another end. */
export function gameEndsOtherwise(result: string): string {
  return `the game ends with ${result}`;
}

/** The reason why a run ended at its budget. */
export function overBudget(fault: string, place: string): string {
  return `${fault} (${place}); --limit N allows N times as much`;
}

/** A throw of the run, where the save has another record. */
export function gameThrows(dice: string, table: string): string {
  return `the game throws ${dice} at ${table}`;
}

/** A question of the run, where the save has another record. */
export function gameAsks(choice: string): string {
  return `the game asks ${choice}`;
}

/** A throw of the run whose dice are pinned to other faces. */
export function pinnedTo(request: string, faces: string): string {
  return `${request}, which is pinned to ${faces}`;
}

/** A throw of the run whose recorded faces its dice cannot show. */
export function wrongRecordedDice(request: string, reason: string): string {
  return `${request}, and ${reason}`;
}

/** The options of a question that lacks the recorded answer. */
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

/** The error for a save of another version. */
export function otherVersion(version: string, readableVersions: string): string {
  return `this save has format ${version}, and only ${readableVersions} can be read`;
}

/** The note about a last line that was not written whole. */
export function truncatedLine(path: string, line: number): string {
  return `${path}:${line}: the last line was cut short and is left out`;
}

/** The note about a field that a newer version wrote. */
export function unknownField(path: string, line: number, field: string): string {
  return `${path}:${line}: the field ${field} is not known to this version: it is kept as it is`;
}

/** The error for a change of rules that counts more records than there are. */
export function tooFewRecords(count: number): string {
  return `there are no ${count} records before it`;
}

/** An option whose value was another. */
export function optionChanged(option: string, before: string, after: string): string {
  return `option ${option} was ${before} and is ${after}`;
}

/** An overlay that is in force no more. */
export function overlayLeft(overlay: string): string {
  return `${overlay} was in force and is not`;
}

/** An overlay that is in force only now. */
export function overlayJoined(overlay: string): string {
  return `${overlay} is in force and was not`;
}

/** The difference of rules about which nothing more is known. */
export function rulesChanged(title: string): string {
  return `the rules of ${title} have been changed since`;
}

/** The error for a save of other rules. */
export function otherRules(differences: string): string {
  return `it was played with other rules: ${differences}`;
}

/** The error for a save of another game. */
export function otherGame(title: string, game: string, programTitle: string): string {
  return `this is a save of ${title} (${game}), not of ${programTitle}`;
}
