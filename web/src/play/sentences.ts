// Sentences: service/common/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

import { joinNames } from "../listing";

/** The error for a stop at a step or procedure that the game lacks. */
export function nothingBegins(name: string, title: string): string {
  return `nothing called ${name} begins in ${title}`;
}

export const CAMPAIGN_BEGINS_HINT = "A campaign begins with its first mission.";

/** The error for a number that is no seed. */
export function noSeed(seed: string): string {
  return `${seed} is no seed`;
}

/** The hint for a number that is no seed. */
export function seedHint(maxSeed: string): string {
  return `Give a number 0..${maxSeed}.`;
}

/** The error for a game without a campaign. */
export function noCampaign(title: string): string {
  return `${title} has no campaign`;
}

/** The error for a mission's number in a game whose missions have none. */
export function noMissionNumbers(title: string): string {
  return `the missions of ${title} have no numbers`;
}

/** The error for a number that no mission has. */
export function noMission(mission: number): string {
  return `there is no mission ${mission}`;
}

/** The hint for a number that no mission has. */
export function missionHint(title: string, numbers: string): string {
  return `${title} has ${numbers}.`;
}

export const NO_QUESTION = "no question is open";

export const NO_DICE_AWAITED = "no dice are to be thrown";

export const DRAW_HINT = "Say which was drawn, by its number.";

export const GAME_OVER_HINT = "The game is over.";

/** The hint for a move that is no answer to the open question. */
export function questionHint(prompt: string): string {
  return `The game asks: ${prompt}`;
}

/** The hint for a move that is not the awaited throw. */
export function throwHint(dice: string): string {
  return `Throw ${dice}.`;
}

/** The error for an answer that the question lacks. */
export function notOffered(quotedName: string): string {
  return `${quotedName} is not offered`;
}

export const NO_SUCH_OPTION = "there is no such option";

export const NONE_KEY_HINT = "0 for none";

export const WORD_HINT = "a word that only one has";

/** The keys of options that follow one another. */
export function keyRange(first: string, last: string): string {
  return `${first} to ${last}`;
}

/** The reason why an answer would not do, and the inputs that would. */
export function rejectionWithInputs(problem: string, inputs: string): string {
  return `${problem}. Type ${inputs}.`;
}

/** The reason why an answer would not do, and the options that it fits. */
export function rejectionWithMatches(problem: string, titles: string): string {
  return `${problem}: ${titles}.`;
}

/** The error for a column that a row lacks. */
export function columnNotOffered(typed: string, column: string): string {
  return `'${typed}': ${column} is not offered there`;
}

/** The error for words that name no row and column. */
export function noRowAndColumn(typed: string, allWord: string): string {
  return `'${typed}' says not who and what: write ROW COLUMN, or ${allWord} COLUMN`;
}

/** The error for words that may mean several things. */
export function anyOfSeveral(typed: string, names: string): string {
  return `'${typed}' may be any of several: ${names}`;
}

/** The error for words that point at no column, or at several. */
export function columnMismatch(typed: string, matches: number): string {
  return (matches > 0 ? `'${typed}' fits ${matches} columns` : `'${typed}' is no column`);
}

/** The error for a choice that stands twice, or is none beside others. */
export function notWithOthers(typed: string): string {
  return `'${typed}' does not go with the others`;
}

/** The error for more choices than there may be. */
export function tooManyChosen(maxChoices: number): string {
  return `at most ${maxChoices} may be chosen`;
}

/** The error for fewer choices than there must be. */
export function tooFewChosen(minChoices: number): string {
  return `${minChoices} must be chosen`;
}

export const GRAVE_ORDER = "A grave answer is given each time by yourself: no order gives it.";

export const TERM_HINT = "Say how long: always, this, during NAME, until NAME, until something happens.";

export const UNTIL_NEWS = "until something happens";

export const UNTIL_END = "until the end";

export const ALWAYS_TERM = "always";

export const AUTOPILOT_ANSWER = "as the autopilot";

export const ASKED_NOTHING = "You were asked nothing: every question had one sensible answer.";

export const BY_RULES = "by the rules";

export const ROUTINE_REASON = "by itself";

export const ORDER_REASON = "as ordered";

/** The error for a heading below which play does not stand. */
export function noOpenHeading(name: string, titles: string): string {
  return `Nothing called '${name}' goes on here: ${titles}.`;
}

/** The error for a point that play does not come to, with names like it. */
export function noEndPoint(name: string, nearNames: readonly string[]): string {
  return `Play comes to nothing called '${name}'.` + (nearNames.length > 0 ? ` Did you mean ${joinNames(nearNames, "or")}?` : "");
}

/** The term of an order that stands as long as play is below a heading. */
export function duringHeading(title: string): string {
  return `during ${title}`;
}

/** The term of an order that stands until a point of the rules. */
export function untilPoint(title: string): string {
  return `until ${title}`;
}

/** An order for the autopilot. */
export function autopilotOrder(term: string): string {
  return `auto ${term}`;
}

/** An order for one question. */
export function answerOrder(question: string, answer: string, term: string): string {
  return `'${question}': ${answer}, ${term}`;
}

/** The confirmation of an order. */
export function orderGiven(order: string): string {
  return `From here on: ${order}`;
}

/** The error for an order with an answer where several questions are put as one. */
export function orderAtQuestion(singleWord: string): string {
  return `An order with an answer is given at a question by itself: type ${singleWord} first.`;
}

export const NOT_YOUR_CHOICE_HINT = "What serves you best must not guide somebody who plays against you: answer as they would.";

export const NO_MEASURES = "nothing is counted that answers could be compared by";

export const NO_MEASURES_HINT = "The rules name no result.";

/** The error for the odds of a question that another decides. */
export function notYourChoice(chooser: string): string {
  return `${chooser} decides here, not you`;
}

/** The error for more runs than may be played, or none. */
export function wrongRunCount(runs: number): string {
  return `${runs} runs of each answer are not to be had`;
}

/** The hint for a wrong number of runs. */
export function runCountHint(maxRuns: number): string {
  return `Give a number 1..${maxRuns}.`;
}

/** The error for a game with more throws and answers than a run can begin with. */
export function tooLongGame(reason: string): string {
  return `too much has happened in this game to tell its odds: ${reason}`;
}

/** The remark about an answer that often leads to a run that is played again. */
export function uncountedRuns(answer: string, percent: string, run: string): string {
  return `${answer}: ${percent} % of these ${run}s do not count, and are played again.`;
}

export const RENAMING_HINT = "Say what each is: `name` lists all.";

export const NAMES_HINT = "`name` lists all that have names.";

/** The error for a list of names that the game lacks. */
export function noNamesOf(title: string, quotedList: string): string {
  return `${title} has no names of ${quotedList}`;
}

/** The error for a name of the general list in a game without one. */
export function noSuchNames(title: string): string {
  return `${title} gives no such names`;
}

/** The hint for a list of names that the game lacks. */
export function nameListsHint(lists: readonly string[]): string {
  return `Lists that it has besides the general one: ${(lists.length > 0 ? lists.join(", ") : "none")}.`;
}

/** The error for words that mean several who have names. */
export function severalNamed(quotedWords: string, count: number): string {
  return `${quotedWords} are ${count}`;
}

/** The error for words that mean nobody. */
export function nobodyNamed(quotedWords: string): string {
  return `nobody is called ${quotedWords}`;
}

export const DEPENDENT_DICE = "what its dice lead to depends on more than they show";

/** The error for a line without a name or a result. */
export function noPin(quotedLine: string): string {
  return `${quotedLine} pins nothing`;
}

/** The error for a result that a table's dice cannot have. */
export function wrongPin(table: string, result: string, problem: string): string {
  return `${table}=${result}: ${problem}`;
}

/** The hint for a row that depends on more than the dice. */
export function pinDiceHint(table: string, total: number): string {
  return `Pin the dice: ${table}=${total}, for one.`;
}

/** The error for a row that a table lacks. */
export function noSuchRow(table: string, quotedResult: string): string {
  return `${table} has no row ${quotedResult}`;
}

/** The setting of a pinned table or field. */
export function pinned(title: string, value: string): string {
  return `${title} pinned to ${value}`;
}

/** The report that every recorded answer fits the rules. */
export function storyHolds(condition: string, answers: string, end: string): string {
  return `All that was answered can be answered so ${condition}: ${answers}${end}.`;
}

export const SAME_END = ", and it ends as it did";

export const UNCHANGED_RULES = "as it stands";

/** The report that the recorded answers fit the rules up to a place. */
export function storyParts(answers: string, keptCount: number, condition: string, place: string): string {
  return `Of ${answers} ${keptCount} hold ${condition}. At ${place} it parts:`;
}

/** The report that the story differs before a record though each answer fits. */
export function storyChanges(record: string): string {
  return `Something else happens than did: before ${record} the story is another.`;
}
