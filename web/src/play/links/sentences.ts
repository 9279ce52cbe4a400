// Sentences: service/links/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

import { pluralize } from "../../listing";
import { groupThousands } from "../../numberFormat";

export const NO_LINK = "this is no link to a game";

export const NO_LINK_HINT = "A link has `#/link/` in it, or begins with `bombsight:`.";

export const BROKEN_LINK = "this link is damaged, or was cut off";

export const DAMAGED_HINT = "Copy it whole, from its first letter to its last.";

export const UNPACKS_TOO_LARGE = "this link unpacks to more than any game needs";

export const NO_ANSWERS = "the answers in this link cannot be read";

/** The error that a link has more characters than are read. */
export function linkTooLong(limit: number): string {
  return `this link is longer than any: ${groupThousands(limit)} characters are the most`;
}

/** The error that a link has a newer form than this program reads. */
export function otherLinkVersion(version: number, known: number): string {
  return `this link has form ${version}, and this version reads form ${known}`;
}

export const OTHER_LINK_VERSION_HINT = "A newer version of Bombsight reads it; if it was copied by hand, copy it whole.";

/** The error that the content of a link is no game: `seed: expected a whole number`. */
export function wrongLink(problem: string): string {
  return `this link holds no game: ${problem}`;
}

/** The error that a link has more answers than any game. */
export function tooManyAnswers(limit: number): string {
  return `this link has more than ${groupThousands(limit)} answers`;
}

/** The error that the rules of a link are not here; rules are named by their first digits. */
export function otherLinkRules(title: string, rules: string): string {
  return `the rules of ${title} by which this link was played (${rules}) are not here`;
}

/** The hint which version plays a link. */
export function otherLinkRulesHint(version: string): string {
  return `Bombsight ${version} made it: that version and its rules play it.`;
}

/** The error that an answer of a link is none of the options of its question. */
export function linkAnswerNotOffered(number: number, choice: string, optionCount: number): string {
  return `answer ${number} of this link fits no question: ${choice} offers ${pluralize(optionCount, "option")}`;
}

/** The error that a throw of a link does not fit the dice that are to be thrown. */
export function linkThrowDoesNotFit(number: number, problem: string): string {
  return `throw ${number} of this link does not fit: ${problem}`;
}

/** The error that a game is over before all answers of its link are used. */
export function linkEndsEarly(used: number, count: number): string {
  return `the game of this link ends after ${used} of its ${pluralize(count, "answer")}`;
}

/** The error that a game waits for dice before all answers of its link are used. */
export function linkWaitsEarly(used: number, count: number): string {
  return `the game of this link waits for dice after ${used} of its ${pluralize(count, "answer")}`;
}

export const THROWS_LEFT = "this link holds throws of dice that its game never asks for";

export const STORY_DIFFERS = "what is replayed is not what was played: this link was changed, or made by other rules";

export const STORY_DIFFERS_HINT = "Ask whoever made it for the save itself.";

/** What made a link, and by which rules. */
export function linkPlayedBy(version: string, rules: string): string {
  return `Made by Bombsight ${version}, by the rules ${rules}.`;
}

/** What is played: a campaign, or a mission with its number. */
export function linkEntry(entry: string, args: string): string {
  return (entry === "career" ? "campaign" : (args ? `mission ${args}` : "mission"));
}

/** The names of the player's own. */
export function linkNames(names: string): string {
  return `With names: ${names}.`;
}

/** How many missions of a campaign a link holds. */
export function linkMissions(count: number): string {
  return (count !== 0 ? `${pluralize(count, "mission")} ended` : "no mission has ended yet");
}

/** How many answers a link holds. */
export function linkAnswers(count: number): string {
  return pluralize(count, "answer");
}

/** How many throws of a link were thrown by hand. */
export function linkOwnDice(count: number): string {
  return (count === 0 ? "all dice fall by its seed" : `${pluralize(count, "throw")} by the player's own hand`);
}

export const RESULT_UNKNOWN = "What came of it shows when it is watched.";

/** How long a link is. */
export function linkLength(length: number): string {
  return `${groupThousands(length)} characters.`;
}

export const LINK_SHOWS_ALL = "Whoever has it can watch all of the game, with its seed and your names, and knows the dice to come.";

/** The warning that a link is so long that some places cut it. */
export function longLink(length: number, limit: number): string {
  return `${groupThousands(length)} characters: forums and messengers may cut a link of more than ${groupThousands(limit)}.`;
}

export const LINK_DIFFERS = "no link can be made of this save: from a link it does not come out the same";

export const SEND_SAVE_HINT = "Send the save itself.";

/** The error that a game is too long for a link. */
export function noLinkPossible(limit: number): string {
  return `this game is too long for a link: ${groupThousands(limit)} characters are the most`;
}
