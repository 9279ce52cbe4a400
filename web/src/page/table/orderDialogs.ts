/** Dialogs for standing orders and the question level. */

import type { Question } from "../../engine/question";
import { LEVELS, type Level } from "../../modes";
import { answerTitle, isGraveAnswer, ordinaryIndices } from "../../play/answers/answers";
import { makeOrder } from "../../play/orders/orderParsing";
import { autoOrder, describeOrder, LEVEL_TEXTS, type Order, type OrderBook } from "../../play/orders/standingOrders";
import { titledHeadings } from "../../play/story/headings";
import * as sentences from "../../play/storySentences";
import { openDialog } from "../dialogs";
import { button, type Child, h } from "../dom";
import { savePreferences } from "../preferences";

/** A game in which standing orders are given. */
export interface OrderDesk {
  readonly questions: OrderBook;
  /** Give or change orders by an action, and let them answer the open question. */
  perform(action: () => void): Promise<void>;
}

/** A term of an order: its title, and the function that sets it. */
interface OrderTerm {
  readonly title: string;
  readonly apply: (order: Order) => Order;
}

/** The value of the autopilot's answer in a list of answers. */
const AS_SUGGESTED = "marked";

/** The value of the order that lets the autopilot answer everything. */
const EVERYTHING = "everything";

/** Open the dialog that gives a standing order at a question, or for all questions if it is null. */
export function orderDialog(controller: OrderDesk, question: Question | null): void {
  const { questions } = controller;
  const answers: (readonly [string, string])[] = question
    ? [
        [AS_SUGGESTED, "what is suggested each time"],
        ...ordinaryIndices(question).map((index) => [String(index), answerTitle(question, index)] as const),
        ...(question.optional ? [["-1", answerTitle(question, -1)] as const] : []),
      ]
    : [];
  const answerBox = selectBox("order-answer", [...answers, [EVERYTHING, "everything, as the autopilot would"]]);
  const terms = availableTerms(controller);
  const term = selectBox(
    "order-term",
    terms.map(({ title }, at) => [String(at), title]),
  );
  /** Close the dialog, and give the order as chosen. */
  const giveOrder = (): void => {
    dialog.close();
    const order =
      question === null || answerBox.value === EVERYTHING
        ? autoOrder(questions.eventCount)
        : makeOrder(questions, question, answerBox.value === AS_SUGGESTED ? null : Number(answerBox.value));
    void controller.perform(() => questions.giveOrder(terms[Number(term.value)]!.apply(order)));
  };
  const dialog = openDialog(
    "A standing order",
    [
      question && h("p", {}, `At: ${questions.wordingOf(question)}`),
      labelledField("Answer", answerBox),
      labelledField("For how long", term),
      h("p", { class: "faint" }, "An order never gives a grave answer. Undo takes it back with what it answered."),
      ordersInForce(controller),
    ],
    { actions: [button("Give the order", giveOrder, { class: "main" })] },
  );
}

/** List the terms (how long it stands) that an order can have now. */
function availableTerms({ questions }: OrderDesk): OrderTerm[] {
  const during = titledHeadings(questions.headings.open).map(
    (heading): OrderTerm => ({ title: `during ${heading.title}`, apply: (order) => ({ ...order, during: heading }) }),
  );
  const until = [...questions.endPoints].map(
    ([name, title]): OrderTerm => ({
      title: `until ${title}`,
      apply: (order) => ({ ...order, until: name, untilTitle: title }),
    }),
  );
  return [
    { title: "always", apply: (order) => order },
    ...during,
    { title: "until something happens", apply: (order) => ({ ...order, untilNews: true }) },
    ...until.sort((one, other) => one.title.localeCompare(other.title, "en")),
  ];
}

/** Open the dialog with the standing orders in force, buttons that remove them, and the question level. */
export function ordersDialog(controller: OrderDesk): void {
  openDialog("Orders", [ordersInForce(controller), h("h3", {}, "How much is asked"), levelChoice(controller)]);
}

/** Create the list of the standing orders in force, each with a button that removes it. */
function ordersInForce(controller: OrderDesk): Child {
  const list = h("ul", { class: "choices" });
  const { questions } = controller;
  /** Show the orders that are in force now. */
  const drawOrders = (): void => {
    list.replaceChildren(
      ...questions.orders.map((order) => {
        const gone = button("Take back", () => {
          questions.takeBackOrder(questions.orders.indexOf(order) + 1);
          drawOrders();
        });
        return h("li", {}, h("span", {}, describeOrder(order)), gone);
      }),
    );
    if (questions.orders.length === 0) list.append(h("li", { class: "faint" }, "None is in force."));
  };
  drawOrders();
  return [h("h3", {}, sentences.ORDERS_TITLE), list];
}

/** Create the choice of the question level: which questions the player is asked. */
function levelChoice(controller: OrderDesk): Child {
  /** Apply a question level, and store it as a preference. */
  const chooseLevel = (level: Level): void => {
    savePreferences({ ask: level });
    void controller.perform(() => controller.questions.setLevel(level));
  };
  return LEVELS.map((level) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: "ask",
        checked: controller.questions.level === level,
        onchange: () => chooseLevel(level),
      }),
      h("span", {}, h("b", {}, level), `: ${LEVEL_TEXTS[level]}`),
    ),
  );
}

/** Create a form field from an input, with its label. */
function labelledField(title: string, input: HTMLElement): HTMLElement {
  return h("p", { class: "field" }, h("label", { for: input.id }, title), input);
}

/** Create a drop-down list of options: value and title. */
function selectBox(id: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
  return h("select", { id }, ...options.map(([value, title]) => h("option", { value }, title)));
}

/** Whether a standing order may answer a question. */
export function canOrder(question: Question): boolean {
  return question.options.some((_, index) => !isGraveAnswer(question, index)) || question.optional;
}
