// Sentences: service/common/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

import { joinNames } from "../listing";

/** The error that no step or procedure has a name: `nothing called Dusk begins in Harbour`. */
export function nothingBegins(name: string, title: string): string {
  return `nothing called ${name} begins in ${title}`;
}

export const CAMPAIGN_BEGINS_HINT = "A campaign begins with its first mission.";

/** The error that a text is not a valid seed for the dice: `-3 is no seed`. */
export function noSeed(seed: string): string {
  return `${seed} is no seed`;
}

/** The hint that gives the range of seeds: `Give a number 0..4294967295.`. */
export function seedHint(maxSeed: string): string {
  return `Give a number 0..${maxSeed}.`;
}

/** The error that a game has no campaign: `Harbour has no campaign`. */
export function noCampaign(title: string): string {
  return `${title} has no campaign`;
}

/** The error that a mission was asked for by number, and the game numbers none. */
export function noMissionNumbers(title: string): string {
  return `the missions of ${title} have no numbers`;
}

/** The error that a mission number does not exist: `there is no mission 9`. */
export function noMission(mission: number): string {
  return `there is no mission ${mission}`;
}

/** The hint that lists a game's mission numbers: `Harbour has missions 1 to 6.`. */
export function missionHint(title: string, numbers: string): string {
  return `${title} has ${numbers}.`;
}

export const NO_QUESTION = "no question is open";

export const NO_DICE_AWAITED = "no dice are to be thrown";

export const DRAW_HINT = "Say which was drawn, by its number.";

export const GAME_OVER_HINT = "The game is over.";

/** The hint that repeats the open question when a move does not answer it: `The game asks: Turn back?`. */
export function questionHint(prompt: string): string {
  return `The game asks: ${prompt}`;
}

/** The hint that names the awaited dice when a move does not throw them: `Throw 2d6.`. */
export function throwHint(dice: string): string {
  return `Throw ${dice}.`;
}

/** The error that an answer is none of the question's options: `'wait' is not offered`. */
export function notOffered(quotedName: string): string {
  return `${quotedName} is not offered`;
}

export const NO_SUCH_OPTION = "there is no such option";

export const NONE_KEY_HINT = "0 for none";

export const WORD_HINT = "a word that only one has";

/** The text for a range of option keys, as a hint lists what to type: `a to f`. */
export function keyRange(first: string, last: string): string {
  return `${first} to ${last}`;
}

/** The error for a wrong answer, followed by the inputs that are possible: `... Type 1 to 4.`. */
export function rejectionWithInputs(problem: string, inputs: string): string {
  return `${problem}. Type ${inputs}.`;
}

/** The error for an ambiguous answer, followed by the titles of the options that it matches. */
export function rejectionWithMatches(problem: string, titles: string): string {
  return `${problem}: ${titles}.`;
}

/** The error that a row of a question grid does not offer the typed column. */
export function columnNotOffered(typed: string, column: string): string {
  return `'${typed}': ${column} is not offered there`;
}

/** The error that an answer to a question grid names neither row nor column, with the form to type. */
export function noRowAndColumn(typed: string, allWord: string): string {
  return `'${typed}' does not say which row and which column: write both, ROW COLUMN, or ${allWord} COLUMN for all rows`;
}

/** The error that typed words are ambiguous, with the matches: `'gate' may be any of several: ...`. */
export function anyOfSeveral(typed: string, names: string): string {
  return `'${typed}' may be any of several: ${names}`;
}

/** The error that typed words match no column of a question grid, or several of them. */
export function columnMismatch(typed: string, matches: number): string {
  return (matches > 0 ? `'${typed}' fits ${matches} columns` : `'${typed}' is no column`);
}

/** The error that a choice cannot be combined with the others: it is a duplicate, or the word for none. */
export function notWithOthers(typed: string): string {
  return `'${typed}' does not go with the others`;
}

/** The error that too many options were chosen: `at most 2 may be chosen`. */
export function tooManyChosen(maxChoices: number): string {
  return `at most ${maxChoices} may be chosen`;
}

/** The error that too few options were chosen: `2 must be chosen`. */
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

/** The error that a standing order names no phase of play in progress, with the titles of the open phases. */
export function noOpenHeading(name: string, titles: string): string {
  return `Nothing called '${name}' goes on here: ${titles}.`;
}

/** The error that a standing order's end is no procedure or step of the rules, with names like it. */
export function noEndPoint(name: string, nearNames: readonly string[]): string {
  return `Play comes to nothing called '${name}'.` + (nearNames.length > 0 ? ` Did you mean ${joinNames(nearNames, "or")}?` : "");
}

/** The words for the duration of a standing order that lasts as long as a phase of play: `during Attacks`. */
export function duringHeading(title: string): string {
  return `during ${title}`;
}

/** The words for the duration of a standing order that ends where a procedure or step begins: `until Landing`. */
export function untilPoint(title: string): string {
  return `until ${title}`;
}

/** The text of a standing order to let the autopilot answer, with its duration: `auto until Landing`. */
export function autopilotOrder(term: string): string {
  return `auto ${term}`;
}

/** The text of a standing order with one answer to one question, and its duration: `'Fire at?': hold, always`. */
export function answerOrder(question: string, answer: string, term: string): string {
  return `'${question}': ${answer}, ${term}`;
}

/** The confirmation that a standing order is now in force: `From here on: auto until Landing`. */
export function orderGiven(order: string): string {
  return `From here on: ${order}`;
}

/** The error that an order with an answer needs a single question, with the word that splits up the open group. */
export function orderAtQuestion(singleWord: string): string {
  return `An order with an answer is given at a question by itself: type ${singleWord} first.`;
}

export const NOT_YOUR_CHOICE_HINT = "What serves you best must not guide somebody who plays against you: answer as they would.";

export const NO_MEASURES = "nothing is counted that answers could be compared by";

export const NO_MEASURES_HINT = "The rules name no result.";

export const AMOUNT_ODDS = "the numbers of an amount are too many to weigh one against another";

export const AMOUNT_ODDS_HINT = "`odds` weighs the answers of questions that list them; `suggested` takes the autopilot's number.";

/** The error that odds are refused because another player decides: `warden decides here, not you`. */
export function notYourChoice(chooser: string): string {
  return `${chooser} decides here, not you`;
}

/** The error that a number of simulated runs is zero or too high: `0 runs of each answer ...`. */
export function wrongRunCount(runs: number): string {
  return `${runs} runs of each answer are not to be had`;
}

/** The hint that gives the range of run counts: `Give a number 1..10000.`. */
export function runCountHint(maxRuns: number): string {
  return `Give a number 1..${maxRuns}.`;
}

/** The error that a game has too many throws and answers for its odds to be estimated, with the reason. */
export function tooLongGame(reason: string): string {
  return `too much has happened in this game to tell its odds: ${reason}`;
}

/** The remark that a share of an answer's simulated runs did not count: `Go: 20 % of these missions ...`. */
export function uncountedRuns(answer: string, percent: string, run: string): string {
  return `${answer}: ${percent} % of these ${run}s do not count, and are played again.`;
}

export const RENAMING_HINT = "Say what each is: `name` lists all.";

export const NAMES_HINT = "`name` lists all that have names.";

/** The error that a game has no list of personal names with that name: `Harbour has no names of 'cooks'`. */
export function noNamesOf(title: string, quotedList: string): string {
  return `${title} has no names of ${quotedList}`;
}

/** The error that names come without a list's name (`cooks:`), and the game has no general list of names. */
export function noSuchNames(title: string): string {
  return `${title} gives no such names`;
}

/** The hint that enumerates a game's lists of personal names. */
export function nameListsHint(lists: readonly string[]): string {
  return `Lists that it has besides the general one: ${(lists.length > 0 ? lists.join(", ") : "none")}.`;
}

/** The error that typed words match several people or things with names: `'mate' are 3`. */
export function severalNamed(quotedWords: string, count: number): string {
  return `${quotedWords} are ${count}`;
}

/** The error that typed words match no person or thing with a name: `nobody is called 'Tom'`. */
export function nobodyNamed(quotedWords: string): string {
  return `nobody is called ${quotedWords}`;
}

export const DEPENDENT_DICE = "what its dice lead to depends on more than they show";

/** The error that a line is no pin (`TABLE=RESULT` or `FIELD=VALUE`), as a part of it is missing. */
export function noPin(quotedLine: string): string {
  return `${quotedLine} pins nothing`;
}

/** The error that a pinned result is impossible for a table's dice, with the reason: `G-5=13: ...`. */
export function wrongPin(table: string, result: string, problem: string): string {
  return `${table}=${result}: ${problem}`;
}

/** The hint to pin the dice, if a row depends on more than the dice: `Pin the dice: G-5=3, for one.`. */
export function pinDiceHint(table: string, total: number): string {
  return `Pin the dice: ${table}=${total}, for one.`;
}

/** The error that a pinned row does not exist in a table: `G-5 has no row 'calm'`. */
export function noSuchRow(table: string, quotedResult: string): string {
  return `${table} has no row ${quotedResult}`;
}

/** The remark that a table's dice or a field's value is fixed: `G-5 pinned to 3`. */
export function pinned(title: string, value: string): string {
  return `${title} pinned to ${value}`;
}

/** The report that every recorded answer of a save is possible under other rules, perhaps with the same end. */
export function storyHolds(condition: string, answers: string, end: string): string {
  return `All that was answered can be answered so ${condition}: ${answers}${end}.`;
}

export const SAME_END = ", and it ends as it did";

export const UNCHANGED_RULES = "as it stands";

/** The report that under other rules only the first answers of a save are possible, and where replay diverges. */
export function storyParts(answers: string, keptCount: number, condition: string, place: string): string {
  return `Of ${answers} ${keptCount} hold ${condition}. At ${place} it parts:`;
}

/** The report that a save's answers stay possible under other rules, but events differ before the given record. */
export function storyChanges(record: string): string {
  return `Something else happens than did: before ${record} the story is another.`;
}

/** Return the suggestion for an amount, of which only the thousand is known yet: `about 123000`. */
export function aboutAmount(number: string): string {
  return `about ${number}`;
}
