// Sentences: service/present/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

import { joinNames, pluralize } from "../listing";
import { groupThousands } from "../numberFormat";

/** Return the words for dice from a seed, for example: `seed 7`. */
export function seedSetting(seed: string): string {
  return `seed ${seed}`;
}

/** Return the words before a draw, and what it is for: `Signal flag: one of 43 is drawn`. */
export function awaitedDraw(count: number, purpose: string): string {
  return `${purpose}: one of ${count} is drawn`;
}

/** Return the words before several draws, and what they are for: `Hands: 5 of 43 are drawn`. */
export function awaitedDraws(drawn: number, count: number, purpose: string): string {
  return `${purpose}: ${drawn} of ${count} are drawn`;
}

export const REAL_DICE = "real dice";

export const OWN_DICE = "your own dice";

export const SEED_THROWS = "the seed throws";

/** Return the words for dice from a file, for example: `dice from throws.txt`. */
export function diceFileSetting(path: string): string {
  return `dice from ${path}`;
}

/** Return the words for an option's value, for example: `weather = on`. */
export function optionSetting(option: string, value: string): string {
  return `${option} = ${value}`;
}

/** Return the outcome of a run that a rules fault ended: `Rules fault: FAULT (PLACE)`; the place may be empty. */
export function rulesFault(fault: string, place: string): string {
  return `Rules fault: ${fault}` + (place ? ` (${place})` : "");
}

/** Return the outcome of a run: `Outcome: TITLE`. */
export function outcome(title: string): string {
  return `Outcome: ${title}`;
}

export const NO_OUTCOME = "The end.";

export const NOTHING_THERE = "nothing there";

export const NO_LONGER = "no longer";

/** Return the outcome of dice that did not come, with the numbers that lead to it: `on 5 to 6: hit`. */
export function otherOutcome(result: string, faces: string): string {
  return `on ${faces}: ${result}`;
}

/** Return the number of a drawn member among all of its pile, for example: `2 of 110`. */
export function drawnOf(drawn: number, count: number): string {
  return `${drawn} of ${count}`;
}

/** Return the story's line in place of a procedure that is hidden from all players: `TITLE: nobody sees it.`. */
export function unseenLimit(title: string): string {
  return `${title}: nobody sees it.`;
}

export const NEWS_DETAIL = "what happens";

export const ROLLS_DETAIL = "what happens, and dice";

export const BOOKS_DETAIL = "every change, too";

export const NEXT = "next: ";

export const THROWS_PACE = "Pace: throws. Every throw waits for a key.";

export const BEATS_PACE = "Pace: beats. The story waits for a key where a moment ends, and at bad news.";

export const STRAIGHT_PACE = "Pace: straight. The story goes on to the next question without a stop.";

export const RECALL_TITLE = "Where you were";

export const WRONG_TITLE = "What is wrong";

export const HURT_TITLE = "Lost, hurt and damaged";

export const MISSION_OVER = "a mission that has ended cannot be come to again";

/** Return the story's line in place of what only another player sees: `TITLE: only WHO sees it.`. */
export function limitSeenBy(title: string, who: string): string {
  return `${title}: only ${who} sees it.`;
}

/** Return the notice that play stopped before a step or procedure: `Stopped before: TITLE`. */
export function stoppedBefore(title: string): string {
  return `Stopped before: ${title}`;
}

export const NO_THROWS = "no dice were thrown yet";

export const THROWS_HINT = "Say why N for the Nth last throw; `log` numbers them.";

export const NOTHING_ELSE_THERE = "nothing else was there";

export const NOTHING_WAS_THERE = "nothing was there";

/** Return the error that no throw has a number: `there is no throw 9`. */
export function noThrow(number: string): string {
  return `there is no throw ${number}`;
}

/** Return the hint how many throws there were: `There were 4; 1 is the last.`. */
export function throwCountHint(count: number): string {
  return `There were ${count}; 1 is the last.`;
}

/** Return the error that no table with a throw matches typed words: `nothing was thrown for WORDS`. */
export function noThrowFor(words: string): string {
  return `nothing was thrown for ${words}`;
}

/** Return the reason why a table gave a result without dice: `no dice: CONDITION`. */
export function noDiceBecause(condition: string): string {
  return `no dice: ${condition}`;
}

/** Return a condition as words behind its result: `when CONDITION`; an exception (`unless ...`) unchanged. */
export function conditionWords(condition: string, isException: boolean): string {
  return (isException ? condition : `when ${condition}`);
}

/** Return the words behind a row's source that name the amending overlay items: ` · amended by errata 3`. */
export function amendedBy(items: string): string {
  return ` · amended by ${items}`;
}

export const MISSION_END = "the mission";

export const CAMPAIGN_END = "the campaign";

export const STAGE_END = "this mission";

/** Return the sentence how many runs estimated the odds of answers, and up to which `end`. */
export function oddsBasis(runs: number, end: string): string {
  return `${groupThousands(runs)} runs of each answer to the end of ${end}: other dice, and the autopilot goes on.`;
}

/** Return the remark which measures are forecasts: `Expected at the campaign's end: Victories.`. */
export function expectedAtEnd(measures: string): string {
  return `Expected at the campaign's end: ${measures}.`;
}

/** Return the remark that some runs of an answer ended in a rules fault, and are not counted. */
export function faultyRuns(runs: number, answer: string): string {
  return `${groupThousands(runs)} runs of ${answer} ended in a fault of the rules, and do not count.`;
}

/** Return the verdict that none of the answers is measurably better than the others. */
export function noBetterAnswer(answers: string, runs: number): string {
  return `No answer${answers} is better, as far as ${groupThousands(runs)} runs show`;
}

/** Return the remark that the suggested answer is worse than the baseline, as the runs show. */
export function markIsWorse(marked: string, better: string): string {
  return `What is marked, ${marked}, is the worse answer by these runs: ${better} is better.`;
}

export const SAME_FIGURE = "the same";

export const ORDERS_TITLE = "Standing orders";

export const ALL_ORDERS_TAKEN_BACK = "All standing orders are taken back.";

export const CHANGED_QUESTIONS = "What comes now has changed by that, and is asked by itself.";

export const EVERYTHING_TAKEN_BACK = "all, to the first question";

export const ALL_LEVEL = "every question";

export const SENSIBLE_LEVEL = "what has more than one sensible answer";

export const GRAVE_LEVEL = "only what is grave";

/** Return the error that no standing order has a number: `There is no order 9.`. */
export function noOrder(number: string): string {
  return `There is no order ${number}.`;
}

/** Return the confirmation that a standing order is revoked: `Taken back: ORDER`. */
export function orderTakenBack(order: string): string {
  return `Taken back: ${order}`;
}

/** Return the words for the further decisions that an undo takes back: `, and the 3 after it`. */
export function andAfterIt(count: number): string {
  return `, and the ${count} after it`;
}

/** Return the words for decisions before the listed ones: `, and 3 before it`. */
export function andBeforeIt(count: number): string {
  return `, and ${count} before it`;
}

/** Return the hint how to type `undo`, with the number of decisions that it can take back at most. */
export function undoHint(count: number): string {
  return `Type undo, undo N, undo to N, or undo all; N is at most ${count}.`;
}

export const NOTHING_TO_TAKE_BACK = "There is nothing to take back.";

/** Return the hint that lists the levels of asking: `Say how much is to be asked: LEVEL, LEVEL or LEVEL.`. */
export function levelHint(levels: readonly string[]): string {
  return `Say how much is to be asked: ${joinNames(levels, "or")}.`;
}

export const NO_BOARDS = "this game declares no boards";

/** Return the error that no board has a name: `there is no board NAME`. */
export function noBoard(name: string): string {
  return `there is no board ${name}`;
}

/** Return the hint that lists the names of all boards. */
export function boardNames(names: readonly string[]): string {
  return `There are ${joinNames(names, "and")}.`;
}

/** Return the confirmation of an undo: `Taken back: DECISIONS.`. */
export function decisionsTakenBack(decisions: string): string {
  return `Taken back: ${decisions}.`;
}

/** Return the notice that no throw used some of the typed faces: `Not used of what you typed: 3 5.`. */
export function unusedFaces(faces: string): string {
  return `Not used of what you typed: ${faces}.`;
}

/** Return the question which member of a pile a person drew by hand: `Which of 12 was drawn`. */
export function whichWasDrawn(count: number): string {
  return `Which of ${count} was drawn`;
}

export const OVER = "Over";

export const NOT_OVER = "Goes on";

export const SUM_COLUMN = "in all";

export const MEAN_COLUMN = "on average";

/** Return how many saves a game has, and how many of them are not over: `3 saves, 1 not over yet`. */
export function saveCount(saves: number, openSaves: number): string {
  return pluralize(saves, "save") + (openSaves > 0 ? `, ${openSaves} not over yet` : "");
}

/** Return the title above the tallies of several games: `Counted of 3 missions`. */
export function countedTitle(games: number, entry: string): string {
  return `Counted of ${pluralize(games, entry)}`;
}

/** Return the remark why a save is left out of the totals: `not counted: PROBLEM`. */
export function uncountedSave(problem: string): string {
  return `not counted: ${problem}`;
}

export const BOOK_TITLE = "The book of careers";

/** Return the names of a career's ships: the last one, and how many there were before: `Gull, after 6 others`. */
export function bookShips(first: string, more: number): string {
  return (more ? `${first}, after ${more} ${(more === 1 ? "other" : "others")}` : first);
}

/** Return a figure of the book: `Boats lost 6`. */
export function bookFigure(title: string, value: string): string {
  return `${title} ${value}`;
}

export const LUCK_TITLE = "Luck";

export const LUCK_NOTE = "What fell, against what the same throws were to come to in the same situations. It judges dice, not play.";

export const LUCK_BY_MISSION = "Mission by mission";

export const NO_LUCK_DECLARED = "The rules of this game do not say what shows luck.";

export const NO_LUCK_THROWN = "Nothing has been thrown yet that shows luck.";

export const LUCK_COLUMNS = ["", "Throws", "Fell", "Expected", "Give or take", ""];

/** Return what fell by one measure of luck: `TITLE: 11, where 7.3 were to be expected, give or take 2.1`. */
export function luckCounted(title: string, counted: string, expected: string, deviation: string): string {
  return `${title}: ${counted}, where ${expected} were to be expected, give or take ${deviation}`;
}

/** Return what fell by one measure of luck, where nothing else could: `TITLE: 2, as was certain`. */
export function luckCertain(title: string, counted: string): string {
  return `${title}: ${counted}, as was certain`;
}

/** Return the share of runs that do better: `one mission in eight does better`. */
export function luckBetterOne(number: string, run: string): string {
  return `one ${run} in ${number} does better`;
}

/** Return the share of runs that do better, in tenths: `seven missions in ten do better`. */
export function luckBetterMany(tenths: string, run: string): string {
  return `${tenths} ${run}s in ten do better`;
}

/** Return that about half of all runs do better: `every second mission does better`. */
export function luckBetterHalf(run: string): string {
  return `every second ${run} does better`;
}

/** Return that nearly every run does better: `nearly every mission does better`. */
export function luckBetterMost(run: string): string {
  return `nearly every ${run} does better`;
}

/** Return that hardly any run does better: `hardly any mission does better`. */
export function luckBetterFew(run: string): string {
  return `hardly any ${run} does better`;
}

/** Return that nothing better can fall: `no mission does better`. */
export function luckBetterNone(run: string): string {
  return `no ${run} does better`;
}

/** Return the remark on throws that could not be judged: `2 throws could not be judged.`. */
export function luckUnjudged(count: number): string {
  return `${groupThousands(count)} ${(count === 1 ? "throw" : "throws")} could not be judged.`;
}

export const BEFORE_FIRST_CHAPTER = "Before it begins";

export const IN_FORCE = "In force";

export const DICE_TITLE = "Dice";

export const CHRONICLE_TITLE = "What happened";

export const NAMES_TITLE = "Name by name";

export const BEST_TITLE = "Best";

export const WORST_TITLE = "Worst";

export const RECORD_TITLE = "The record";

export const DEBRIEFING_TITLE = "Debriefing";

export const COUNTED_TITLE = "Counted";

export const MISSIONS_TITLE = "Mission by mission";

export const BOARDS_TITLE = "How it stood";

export const STORY_TITLE = "The story, with its dice";

export const BOOKS_TITLE = "In the books";

export const PEOPLE_TITLE = "Who was where";

export const UNPRINTED_LEGEND = "not printed, or worked out from what is not";

export const NO_BOARD = "Nothing stands there.";

export const CLEAR_PLACE = "clear";

/** Return a sentence about a board, marked for screen readers if it is new: `new: Tail: smoke.`. */
export function markedAsNew(text: string, isChanged: boolean): string {
  return (isChanged ? `new: ${text}` : text);
}

/** Return the change of a board on which something no longer stands: `Fog: gone`. */
export function gone(title: string): string {
  return `${title}: gone`;
}

/**
 * Return where a beat stands in a story: `Beat 12 of 40, mission 2: The reef`. Args: number: Its number, from 1. count:
 * The number of all beats. mission: The number of its mission, from 1; 0 where none is named. title: Its title; may be
 * empty.
 */
export function beatPlace(number: number, count: number, mission: number, title: string): string {
  return `Beat ${number} of ${count}${(mission ? `, mission ${mission}` : "")}${(title ? `: ${title}` : "")}`;
}

/** Return the change of a board on which something stands elsewhere: `The packet: moved`. */
export function moved(title: string): string {
  return `${title}: moved`;
}

/** Return the heading of a campaign's report: `Campaign, 25 missions played`. */
export function campaignPlayed(missions: number): string {
  return `Campaign, ${missions} ${(missions === 1 ? "mission" : "missions")} played`;
}

/** Return a report's last sentence about an unfinished game: `It goes on: OUTCOME.`; the outcome may be empty. */
export function reportGoesOn(outcome: string): string {
  return (outcome ? `It goes on: ${outcome}.` : "It goes on.");
}

export const REPORT_OVER = "It is over.";

/** Return a game with its version, which may be empty: `lighthouse 1.0`. */
export function versioned(name: string, version: string): string {
  return (version ? `${name} ${version}` : name);
}

/**
 * Return the footer of a report: the game with its version, where it is from, the first digits of its rules' hash.
 * Where it is from may be empty.
 */
export function reportFooter(game: string, home: string, rules: string): string {
  return (home ? `Played by the rules ${game} ${rules}, from ${home}, and told from the save.` : `Played by the rules ${game} ${rules}, and told from the save.`);
}

/** Return where a game's dice came from: `the program's dice, seed 7`. */
export function diceWords(dice: string, seed: string): string {
  return (dice === "seeded" ? `the program's dice, seed ${seed}` : (dice === "manual" ? "real dice" : `dice from a file, seed ${seed}`));
}

/** Return the heading of a mission in a report: `Mission 4: HEADING`, or its title alone. */
export function missionHeading(title: string, heading: string): string {
  return (heading ? `${title}: ${heading}` : title);
}

/** Return who has a figure that was just named: `Vinter, Mate 9`. */
export function nextBest(holder: string, number: number): string {
  return `${holder} ${groupThousands(number)}`;
}

/** Return the remark that earlier items of a list are left out: `12 more before these`. */
export function itemsLeftOut(count: number): string {
  return `${groupThousands(count)} more before these`;
}

/** Return who or which mission has a figure: `Yost, Mate: nights 12`. */
export function figureOf(holder: string, figure: string, number: number): string {
  return `${holder}: ${figure} ${groupThousands(number)}`;
}

/** Return the words for a value that changed within a chapter: `EARLIER, then LATER`. */
export function valuesJoined(earlier: string, later: string): string {
  return `${earlier}, then ${later}`;
}

/** Return in how many missions something happened: `9 of 25`. */
export function shareOfMissions(count: number, missions: number): string {
  return `${groupThousands(count)} of ${groupThousands(missions)}`;
}

/** Return the mean of a number over missions: `0.5 a mission`. */
export function meanPerMission(mean: string): string {
  return `${mean} a mission`;
}

/** Return the mean of percentages, whose sum would be meaningless: `12.5, on average`. */
export function meanPercentage(mean: string): string {
  return `${mean}, on average`;
}

/** Return the sum of a number over missions, with its mean: `12 together, 0.5 a mission`. */
export function sumAndMean(total: number, mean: string): string {
  return `${groupThousands(total)} together, ${mean}`;
}

/** Return what the values in each cell of a table mean, in their order: `in the cells: to hit, range`. */
export function cellsMean(labels: readonly string[]): string {
  return `in the cells: ${labels.join(", ")}`;
}

/** Return what all cells of a table share: `everywhere: damage 0`. */
export function cellsShare(facts: readonly string[]): string {
  return `everywhere: ${facts.join(", ")}`;
}

/** Somebody asks to take back his last answer, and so many of the reader's fall with it. */
export function undoAsked(who: string, ownAnswers: number): string {
  return (ownAnswers === 0 ? `${who} asks to take back his last answer.` : `${who} asks to take back his last answer, and ${ownAnswers} of yours with it.`);
}

/** Somebody does not agree to an undo, or gave an answer instead. */
export function undoNotAgreed(who: string): string {
  return `${who} does not agree: nothing is taken back.`;
}

/** Somebody asks no more for an undo. */
export function undoWithdrawn(who: string): string {
  return `${who} takes the request back: nothing changes.`;
}

/** All agreed to an undo that somebody asked for: `the keeper`. */
export function undoDone(who: string): string {
  return `Taken back: the last answer of ${who}, and what followed.`;
}

export const UNDO_NOT_AGREED_BY_YOU = "You do not agree: nothing is taken back.";

export const UNDO_WITHDRAWN_BY_YOU = "You take the request back: nothing changes.";

export const UNDONE_FOR_YOU = "Taken back: your last answer, and what followed.";

export const UNDO_ONLY_LAST = "At a table only your last answer is taken back: undo.";
