/** Questions made by hand, and games with somebody who sits beside the player. */

import { compileGame } from "../src/engine/modules";
import type { Option, Question } from "../src/engine/question";
import type { Level } from "../src/modes";
import { answerName } from "../src/play/answers/answers";
import { QuestionFilter } from "../src/play/orders/autoAnswer";
import { parseStandingOrder } from "../src/play/orders/orderParsing";
import type { Order } from "../src/play/orders/standingOrders";
import { startGame } from "../src/play/start";
import { NO_ORIGIN } from "../src/rules/origin";
import { game } from "./games";

/** An option of this title, named after it. */
export function option(title: string, more: Partial<Option> = {}): Option {
  const name = title.toLowerCase().replaceAll(",", "");
  return { name, title, marks: new Set(), beside: "", grave: false, piece: "", short: "", ...more };
}

/** A question with these options, a text standing for one of this title. */
export function asked(options: readonly (string | Option)[], more: Partial<Question> = {}): Question {
  return {
    site: 0,
    id: "choice:watch/order",
    prompt: "What now",
    by: "player",
    seat: "",
    options: options.map((each) => (typeof each === "string" ? option(each) : each)),
    optional: false,
    offer: false,
    preferred: 0,
    origin: NO_ORIGIN,
    remarks: [],
    routine: false,
    together: "",
    ends: [],
    ...more,
  };
}

/** A game begun with somebody who sits beside the player. */
export async function seated(id: string, seed: bigint, level: Level = "all"): Promise<QuestionFilter> {
  return new QuestionFilter(startGame(await compileGame(await game(id)), { seed }, null), level);
}

/** Answer as the autopilot would, up to a question that begins so. */
export function upTo(steward: QuestionFilter, prompt: string): Question {
  for (;;) {
    const question = steward.view().question!;
    if (question.prompt.startsWith(prompt)) return question;
    steward.answer(answerName(question, question.preferred));
  }
}

/** Give an order as it is typed at the open question. */
export function order(steward: QuestionFilter, typed: string): Order {
  const found = parseStandingOrder(steward, steward.play.question, typed)!;
  steward.giveOrder(found);
  return found;
}

/** What was answered, and why without asking. */
export function given(steward: QuestionFilter): string[] {
  const answers = steward.play.session.records.filter((record) => record.is === "answer");
  return answers.map(({ name, why }) => (why ? `${name} (${why})` : name));
}
