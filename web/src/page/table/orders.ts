/** Standing orders: given at a question, listed, taken back; and how much is asked. */

import type { Question } from "../../engine/question";
import { LEVELS, type Level } from "../../modes";
import { isGraveAnswer, titleOf, usualOf } from "../../play/answers/answering";
import { orderFor } from "../../play/orders/ordering";
import { autoOrder, MEANS, type Order, toldOrder } from "../../play/orders/standing";
import { points, titled } from "../../play/story/headings";
import { open } from "../dialogs";
import { button, type Child, h } from "../dom";
import { prefer } from "../preferences";
import type { Seat } from "./seat";

/** How long an order stands: what is shown, and the order that stands so long. */
interface Term {
  readonly title: string;
  readonly apply: (order: Order) => Order;
}

/** What the autopilot would answer, in a list of answers. */
const AS_MARKED = "marked";

/** What lets the autopilot answer everything. */
const EVERYTHING = "everything";

/** Give an order at a question, or for all questions; `asked` is null where no question stands alone. */
export function orderDialog(seat: Seat, asked: Question | null): void {
  const { steward } = seat;
  const answers: (readonly [string, string])[] = asked
    ? [
        [AS_MARKED, "what is suggested each time"],
        ...usualOf(asked).map((index) => [String(index), titleOf(asked, index)] as const),
        ...(asked.optional ? [["-1", titleOf(asked, -1)] as const] : []),
      ]
    : [];
  const given = select("order-answer", [...answers, [EVERYTHING, "everything, as the autopilot would"]]);
  const terms = termsOf(seat);
  const term = select(
    "order-term",
    terms.map(({ title }, at) => [String(at), title]),
  );
  const give = (): void => {
    opened.close();
    const order =
      asked === null || given.value === EVERYTHING
        ? autoOrder(steward.events)
        : orderFor(steward, asked, given.value === AS_MARKED ? null : Number(given.value));
    void seat.do(() => steward.order(terms[Number(term.value)]!.apply(order)));
  };
  const opened = open(
    "A standing order",
    [
      asked && h("p", {}, `At: ${steward.wording(asked)}`),
      field("Answer", given),
      field("For how long", term),
      h("p", { class: "faint" }, "An order never gives a grave answer. Undo takes it back with what it answered."),
      ordersInForce(seat),
    ],
    { ways: [button("Give the order", give, { class: "main" })] },
  );
}

/** For how long an order can stand now. */
function termsOf({ steward }: Seat): Term[] {
  const during = titled(steward.headings.open).map(
    (heading): Term => ({ title: `during ${heading.title}`, apply: (order) => ({ ...order, during: heading }) }),
  );
  const until = [...points(steward.play.session.program)].map(
    ([name, title]): Term => ({
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

/** The orders in force, each to be taken back, and how much is asked. */
export function ordersDialog(seat: Seat): void {
  open("Orders", [ordersInForce(seat), h("h3", {}, "How much is asked"), levels(seat)]);
}

function ordersInForce(seat: Seat): Child {
  const list = h("ul", { class: "choices" });
  const { steward } = seat;
  const draw = (): void => {
    list.replaceChildren(
      ...steward.orders.map((order) => {
        const gone = button("Take back", () => {
          steward.takeBack(steward.orders.indexOf(order) + 1);
          draw();
        });
        return h("li", {}, h("span", {}, toldOrder(order)), gone);
      }),
    );
    if (steward.orders.length === 0) list.append(h("li", { class: "faint" }, "None is in force."));
  };
  draw();
  return [h("h3", {}, "Standing orders"), list];
}

/** How much is asked, to be chosen. */
function levels(seat: Seat): Child {
  const choose = (level: Level): void => {
    prefer({ ask: level });
    void seat.do(() => seat.steward.ask(level));
  };
  return LEVELS.map((level) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "ask", checked: seat.steward.level === level, onchange: () => choose(level) }),
      h("span", {}, h("b", {}, level), `: ${MEANS[level]}`),
    ),
  );
}

function field(title: string, input: HTMLElement): HTMLElement {
  return h("p", { class: "field" }, h("label", { for: input.id }, title), input);
}

function select(id: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
  return h("select", { id }, ...options.map(([value, title]) => h("option", { value }, title)));
}

/** Whether an answer may be given by an order. */
export function canOrder(asked: Question): boolean {
  return asked.options.some((_, index) => !isGraveAnswer(asked, index)) || asked.optional;
}
