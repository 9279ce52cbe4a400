/** Parser of typed standing orders: `2 always`, `this wave`, `hold during Attacks`, `auto until Landing`. */

import type { Question } from "../../engine/question";
import { joinNames } from "../../listing";
import { findBestMatches } from "../../nameSearch";
import { findLikelyNames } from "../../suggestions";
import { compareByCodePoint, splitWords } from "../../text";
import { answerName, answerTitle, isGraveAnswer, parseOption } from "../answers/answers";
import * as sentences from "../sentences";
import { findHeading, titledHeadings } from "../story/headings";
import { autoOrder, type Order, type OrderBook } from "./standingOrders";

const AUTO = "auto";
const ALWAYS = "always";
const THIS = "this";
const DURING = "during";
const UNTIL = "until";

/** The words that begin the term of an order. */
const TERM_WORDS: readonly string[] = [ALWAYS, THIS, DURING, UNTIL];

const NEWS_WORDS: readonly string[] = ["news", "something happens", "something"];
const END_WORDS: readonly string[] = ["end", "the end"];

/** The error for typed input that begins as a standing order but is invalid, with a message for people. */
export class InvalidOrder extends Error {}

/**
 * Parse typed text as a standing order at a question; null if it is no order.
 *
 * `question` is the open question; null while dice are requested. Throws {@link InvalidOrder} for an invalid order.
 */
export function parseStandingOrder(questions: OrderBook, question: Question | null, typed: string): Order | null {
  const words = splitWords(typed);
  const low = words.map((word) => word.toLowerCase());
  const auto = autoOrder(questions.eventCount);
  if (low[0] === AUTO) return low.length > 1 ? parseTerm(questions, auto, low.slice(1)) : auto;
  const at = low.findIndex((word) => TERM_WORDS.includes(word));
  if (at < 0 || question === null) return null;
  let answer = words.slice(0, at).join(" ");
  let termWords = low.slice(at);
  if (low[at] === ALWAYS && !answer) {
    answer = words.slice(1).join(" ");
    termWords = [ALWAYS];
  }
  const read = answer ? parseOption(question, answer) : null;
  if (typeof read === "string") return null; // an answer that contains such a word, or invalid input
  if (answer && typeof parseOption(question, typed) === "number") return null;
  return parseTerm(questions, makeOrder(questions, question, read), termWords);
}

/**
 * Make the order that always answers a question by an option's index, -1 for none, or null for the autopilot's. Throws
 * {@link InvalidOrder} for a grave (irreversible) answer.
 */
export function makeOrder(questions: OrderBook, question: Question, index: number | null): Order {
  const order = { ...autoOrder(questions.eventCount), id: question.id, wording: questions.wordingOf(question) };
  if (index === null) return order;
  if (isGraveAnswer(question, index)) {
    throw new InvalidOrder(sentences.GRAVE_ORDER);
  }
  return { ...order, answer: answerName(question, index), title: answerTitle(question, index) };
}

/** Parse the term of a standing order (how long it stands) from lower-case words; returns the order with it. */
function parseTerm(questions: OrderBook, order: Order, words: readonly string[]): Order {
  const [first, ...others] = words;
  const name = others.join(" ");
  if (first === ALWAYS && !name) return order;
  if ((first === THIS || first === DURING) && (name || first === THIS)) {
    const open = questions.headings.open;
    const heading = findHeading(name, open);
    if (heading !== null) return { ...order, during: heading };
    const titles = titledHeadings(open).map((each) => each.title);
    throw new InvalidOrder(sentences.noOpenHeading(name, joinNames(titles, "or", { separator: "; " })));
  }
  if (first === UNTIL && NEWS_WORDS.includes(name)) return { ...order, untilNews: true };
  if (first === UNTIL && END_WORDS.includes(name)) return order;
  if (first === UNTIL && name) return parseEndPoint(questions, order, name);
  throw new InvalidOrder(sentences.TERM_HINT);
}

/** Parse the procedure or step until which an order stands; returns the order with it. Throws {@link InvalidOrder}. */
function parseEndPoint(questions: OrderBook, order: Order, word: string): Order {
  const titleByName = questions.endPoints;
  /** The title of the procedure or step with a name. */
  const titleOf = (name: string) => titleByName.get(name)!;
  const matches = findBestMatches(word, [...titleByName.keys()], (name) => [name, name.replaceAll("_", " ")], titleOf);
  const titles = [...new Set(matches.map(titleOf))].sort(compareByCodePoint);
  if (titles.length === 0) {
    const near = findLikelyNames(word, new Map([...titleByName.values()].map((title) => [title.toLowerCase(), title])));
    throw new InvalidOrder(sentences.noEndPoint(word, near));
  }
  if (titles.length > 1)
    throw new InvalidOrder(`${sentences.anyOfSeveral(word, joinNames(titles, "or", { separator: "; " }))}.`);
  return { ...order, until: matches[0]!, untilTitle: titles[0]! };
}
