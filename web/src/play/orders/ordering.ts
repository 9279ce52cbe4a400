/** Standing orders as people type them: `2 always`, `this wave`, `hold during Attacks`, `auto until Landing`. */

import type { Question } from "../../engine/question";
import { likely } from "../../likeness";
import { listed } from "../../listing";
import { fitting } from "../../lookup";
import { byCharacters, separated } from "../../text";
import { isGraveAnswer, nameOf, readAnswer, titleOf } from "../answers/answering";
import { headingCalled, points, titled } from "../story/headings";
import { autoOrder, type Order } from "./standing";
import type { Steward } from "./steward";

const AUTO = "auto";
const ALWAYS = "always";
const THIS = "this";
const DURING = "during";
const UNTIL = "until";

/** Words with which the part begins that says how long an order stands. */
const TERMS: readonly string[] = [ALWAYS, THIS, DURING, UNTIL];

const NEWS: readonly string[] = ["news", "something happens", "something"];
const END: readonly string[] = ["end", "the end"];

/** Words that are meant for an order and are none: what is wrong in a sentence. */
export class NoOrder extends Error {}

/**
 * The order that was typed, without blanks around it, for a steward to keep; null where none was.
 *
 * `asked` is the open question; null while dice are waited for. Throws {@link NoOrder} where it is meant for one, and
 * something is wrong with it.
 */
export function readOrder(steward: Steward, asked: Question | null, typed: string): Order | null {
  const words = separated(typed);
  const low = words.map((word) => word.toLowerCase());
  const auto = autoOrder(steward.events);
  if (low[0] === AUTO) return low.length > 1 ? withTerm(steward, auto, low.slice(1)) : auto;
  const at = low.findIndex((word) => TERMS.includes(word));
  if (at < 0 || asked === null) return null;
  let answer = words.slice(0, at).join(" ");
  let said = low.slice(at);
  if (low[at] === ALWAYS && !answer) {
    answer = words.slice(1).join(" ");
    said = [ALWAYS];
  }
  const read = answer ? readAnswer(asked, answer) : null;
  if (typeof read === "string") return null; // an answer that has such a word in it, or nothing at all
  if (answer && typeof readAnswer(asked, typed) === "number") return null;
  return withTerm(steward, orderFor(steward, asked, read), said);
}

/**
 * The order to answer a question so whenever it is asked: by the index of an answer, -1 for none, or null for what the
 * autopilot would answer. Throws {@link NoOrder} where that is grave.
 */
export function orderFor(steward: Steward, asked: Question, index: number | null): Order {
  const order = { ...autoOrder(steward.events), id: asked.id, wording: steward.wording(asked) };
  if (index === null) return order;
  if (isGraveAnswer(asked, index)) {
    throw new NoOrder("A grave answer is given each time by yourself: no order gives it.");
  }
  return { ...order, answer: nameOf(asked, index), title: titleOf(asked, index) };
}

/** The order, standing as long as words say, in small letters. */
function withTerm(steward: Steward, order: Order, words: readonly string[]): Order {
  const [first, ...others] = words;
  const name = others.join(" ");
  if (first === ALWAYS && !name) return order;
  if ((first === THIS || first === DURING) && (name || first === THIS)) {
    const open = steward.headings.open;
    const heading = headingCalled(name, open);
    if (heading !== null) return { ...order, during: heading };
    const titles = titled(open).map((each) => each.title);
    throw new NoOrder(`Nothing called '${name}' goes on here: ${listed(titles, "or", { between: "; " })}.`);
  }
  if (first === UNTIL && NEWS.includes(name)) return { ...order, untilNews: true };
  if (first === UNTIL && END.includes(name)) return order;
  if (first === UNTIL && name) return untilPoint(steward, order, name);
  throw new NoOrder("Say how long: always, this, during NAME, until NAME, until something happens.");
}

/** The order, standing until the point that a word means. Throws {@link NoOrder} where it means none, or several. */
function untilPoint(steward: Steward, order: Order, word: string): Order {
  const known = points(steward.play.session.program);
  const titleOf = (name: string) => known.get(name)!;
  const found = fitting(word, [...known.keys()], (name) => [name, name.replaceAll("_", " ")], titleOf);
  const titles = [...new Set(found.map(titleOf))].sort(byCharacters);
  if (titles.length === 0) {
    const near = likely(word, new Map([...known.values()].map((title) => [title.toLowerCase(), title])));
    const hint = near.length > 0 ? ` Did you mean ${listed(near, "or")}?` : "";
    throw new NoOrder(`Play comes to nothing called '${word}'.${hint}`);
  }
  if (titles.length > 1)
    throw new NoOrder(`'${word}' may be any of several: ${listed(titles, "or", { between: "; " })}.`);
  return { ...order, until: found[0]!, untilTitle: titles[0]! };
}
