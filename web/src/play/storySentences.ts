// Sentences: service/present/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

import { joinNames, pluralize } from "../listing";
import { groupThousands } from "../numberFormat";

/** The setting of dice from a seed. */
export function seedSetting(seed: string): string {
  return `seed ${seed}`;
}

export const REAL_DICE = "real dice";

export const OWN_DICE = "your own dice";

export const SEED_THROWS = "the seed throws";

/** The setting of dice from a file. */
export function diceFileSetting(path: string): string {
  return `dice from ${path}`;
}

/** The setting of an option. */
export function optionSetting(option: string, value: string): string {
  return `${option} = ${value}`;
}

/** The outcome of a run that ended in a fault of the rules; the place may be empty. */
export function rulesFault(fault: string, place: string): string {
  return `Rules fault: ${fault}` + (place ? ` (${place})` : "");
}

/** The outcome of a run that ended with a result. */
export function outcome(title: string): string {
  return `Outcome: ${title}`;
}

export const NO_OUTCOME = "The end.";

export const NOTHING_THERE = "nothing there";

/** The number of a drawn element among all that were there. */
export function drawnOf(drawn: number, count: number): string {
  return `${drawn} of ${count}`;
}

/** The story's line about a limit that no player sees. */
export function unseenLimit(title: string): string {
  return `${title}: nobody sees it.`;
}

export const NEWS_DETAIL = "what happens";

export const ROLLS_DETAIL = "what happens, and dice";

export const BOOKS_DETAIL = "every change, too";

export const RECALL_TITLE = "Where you were";

export const WRONG_TITLE = "What is wrong";

export const HURT_TITLE = "Hurt and damaged";

export const MISSION_OVER = "a mission that has ended cannot be come to again";

/** The notice that play stopped before a step or procedure. */
export function stoppedBefore(title: string): string {
  return `Stopped before: ${title}`;
}

export const NO_THROWS = "no dice were thrown yet";

export const THROWS_HINT = "Say why N for the Nth last throw; `log` numbers them.";

export const NOTHING_ELSE_THERE = "nothing else was there";

export const NOTHING_WAS_THERE = "nothing was there";

/** The error for the number of a throw that there is not. */
export function noThrow(number: string): string {
  return `there is no throw ${number}`;
}

/** The hint for the number of a throw that there is not. */
export function throwCountHint(count: number): string {
  return `There were ${count}; 1 is the last.`;
}

/** The error for words that name no table with a throw. */
export function noThrowFor(words: string): string {
  return `nothing was thrown for ${words}`;
}

/** The reason of a result without dice. */
export function noDiceBecause(condition: string): string {
  return `no dice: ${condition}`;
}

/** A condition as words behind its result. */
export function conditionWords(condition: string, isException: boolean): string {
  return (isException ? condition : `when ${condition}`);
}

/** The overlay items that amended a row, behind its source. */
export function amendedBy(items: string): string {
  return ` · amended by ${items}`;
}

export const MISSION_END = "the mission";

export const CAMPAIGN_END = "the campaign";

/** The sentence about how odds of answers were estimated. */
export function oddsBasis(runs: number, end: string): string {
  return `${groupThousands(runs)} runs of each answer to the end of ${end}: other dice, and the autopilot goes on.`;
}

/** The remark about runs that ended in a fault of the rules. */
export function faultyRuns(runs: number, answer: string): string {
  return `${groupThousands(runs)} runs of ${answer} ended in a fault of the rules, and do not count.`;
}

/** The verdict that no answer, or none of some, serves better than others. */
export function noBetterAnswer(answers: string, runs: number): string {
  return `No answer${answers} is better, as far as ${groupThousands(runs)} runs show`;
}

export const ORDERS_TITLE = "Standing orders";

export const ALL_ORDERS_TAKEN_BACK = "All standing orders are taken back.";

export const CHANGED_QUESTIONS = "What comes now has changed by that, and is asked by itself.";

export const EVERYTHING_TAKEN_BACK = "all, to the first question";

export const ALL_LEVEL = "every question";

export const SENSIBLE_LEVEL = "what has more than one sensible answer";

export const GRAVE_LEVEL = "only what is grave";

/** The error for the number of an order that there is not. */
export function noOrder(number: string): string {
  return `There is no order ${number}.`;
}

/** The confirmation that an order is taken back. */
export function orderTakenBack(order: string): string {
  return `Taken back: ${order}`;
}

/** The decisions behind the one that an undo names. */
export function andAfterIt(count: number): string {
  return `, and the ${count} after it`;
}

/** The decisions before the one that an undo names. */
export function andBeforeIt(count: number): string {
  return `, and ${count} before it`;
}

/** The refusal of an undo of more decisions than there are. */
export function undoUsage(count: number): string {
  return `Type undo, undo N, undo to N, or undo all; N is at most ${count}.`;
}

export const NOTHING_TO_TAKE_BACK = "There is nothing to take back.";

/** The refusal of a level of questions that does not exist. */
export function nameLevels(levels: readonly string[]): string {
  return `Say how much is to be asked: ${joinNames(levels, "or")}.`;
}

export const NO_BOARDS = "this game declares no boards";

/** The error for a board that does not exist. */
export function noBoard(name: string): string {
  return `there is no board ${name}`;
}

/** The hint with the names of all boards. */
export function boardNames(names: readonly string[]): string {
  return `There are ${joinNames(names, "and")}.`;
}

/** The confirmation of an undo. */
export function decisionsTakenBack(decisions: string): string {
  return `Taken back: ${decisions}.`;
}

/** The notice about typed numbers that no throw used. */
export function unusedFaces(faces: string): string {
  return `Not used of what you typed: ${faces}.`;
}

/** The question for an element that a person draws. */
export function whichWasDrawn(count: number): string {
  return `Which of ${count} was drawn`;
}

export const OVER = "Over";

export const NOT_OVER = "Goes on";

export const SUM_COLUMN = "in all";

export const MEAN_COLUMN = "on average";

/** The number of a game's saves, and how many are not over. */
export function saveCount(saves: number, openSaves: number): string {
  return pluralize(saves, "save") + (openSaves > 0 ? `, ${openSaves} not over yet` : "");
}

/** The title above tallies. */
export function countedTitle(games: number, entry: string): string {
  return `Counted of ${pluralize(games, entry)}`;
}

/** The remark about a save that is not part of a record. */
export function uncountedSave(problem: string): string {
  return `not counted: ${problem}`;
}

export const BEFORE_FIRST_CHAPTER = "Before it begins";

export const IN_FORCE = "In force";

export const RECORD_TITLE = "The record";

export const MISSIONS_TITLE = "Mission by mission";

export const BOARDS_TITLE = "How it stood";

export const STORY_TITLE = "The story, with its dice";

export const BOOKS_TITLE = "In the books";

export const PEOPLE_TITLE = "Who was where";

export const UNPRINTED_LEGEND = "not printed, or worked out from what is not";

export const NO_BOARD = "Nothing stands there.";

/** The heading of a campaign's report. */
export function campaignPlayed(missions: number): string {
  return `Campaign, ${missions} ${(missions === 1 ? "mission" : "missions")} played`;
}

/** The last sentence about a game that is not over; where it stands may be empty. */
export function reportGoesOn(outcome: string): string {
  return (outcome ? `It goes on: ${outcome}.` : "It goes on.");
}

export const REPORT_OVER = "It is over.";

/** The footer of a report, with the first digits of the hash of its rules. */
export function reportFooter(game: string, rules: string): string {
  return `Played by the rules ${game} ${rules}, and told from the save.`;
}

/** A value that changed within a chapter. */
export function valuesJoined(earlier: string, later: string): string {
  return `${earlier}, then ${later}`;
}

/** The number of missions in which something happened. */
export function shareOfMissions(count: number, missions: number): string {
  return `${groupThousands(count)} of ${groupThousands(missions)}`;
}

/** The mean of a number over missions. */
export function meanPerMission(mean: string): string {
  return `${mean} a mission`;
}

/** The mean of percentages, whose sum says nothing. */
export function meanPercentage(mean: string): string {
  return `${mean}, on average`;
}

/** The sum of a number over missions, with its mean. */
export function sumAndMean(total: number, mean: string): string {
  return `${groupThousands(total)} together, ${mean}`;
}
