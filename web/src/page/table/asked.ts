/** What is asked of the player, and how he answers. */

import { unreachable } from "../../closed";
import type { Question } from "../../engine/question";
import { BUDGET_FAULTS } from "../../engine/run";
import { isGraveAnswer, nameOf, titleOf } from "../../play/answers/answering";
import { headOf } from "../../play/answers/asking";
import { type Group, marked, remarksOf } from "../../play/answers/groups";
import { drawWanted, pileOf, throwWanted } from "../../play/dice/wanted";
import { ASKED_NOTHING, toldOver } from "../../play/orders/words";
import type { View } from "../../play/view";
import type { EnterSite } from "../../rules/program";
import type { Thrown } from "../../rules/sites";
import { MORE } from "../../session/session";
import { begun } from "../../text";
import { sure } from "../dialogs";
import { add, button, type Child, fill, h } from "../dom";
import { exportSave } from "../looking/exporting";
import { hashOf } from "../routes";
import { submit } from "./commands";
import { MatrixView } from "./matrix";
import { OddsView } from "./odds";
import { firstOf, optionList, questionHead } from "./options";
import { canOrder, orderDialog } from "./orders";
import type { Seat } from "./seat";
import { SeveralView } from "./several";
import { throwView } from "./throw";

/** The question in the page. */
export class AskedView {
  readonly element = h("section", { class: "asked", "aria-label": "Question", tabindex: -1 });
  /** What the open question is put as one with; null where it is put alone. */
  group: Group | null = null;
  /** The same, with what is marked by touches or arrows in place of what the autopilot would answer. */
  marked: () => Group | null = () => null;
  private readonly complaint = h("p", { class: "complaint", role: "alert" });
  private readonly line = h("input", {
    type: "text",
    "aria-label": "Answer, order or command",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
  });
  /** What is said beside the next question. */
  remark = "";
  private first: () => void = () => this.element.focus({ preventScroll: true });
  private odds: OddsView | null = null;

  constructor(private readonly seat: Seat) {}

  /** Put what is asked. */
  show(view: View): void {
    this.odds?.stop();
    this.odds = null;
    this.complaint.textContent = this.remark;
    this.remark = "";
    this.line.value = "";
    this.group = view.question && this.seat.steward.group();
    if (view.question) this.put(view.question);
    else if (view.roll) this.putThrow(view.roll);
    else if (view.before) this.putStop(view.before);
    else this.putEnd(view);
    for (const order of this.seat.steward.takeEnded())
      this.element.prepend(h("p", { class: "faint" }, toldOver(order)));
  }

  /** Put the first of the questions that are put as one by itself. */
  alone(): void {
    this.group = null;
    if (this.seat.view?.question) this.put(this.seat.view.question);
    this.focus();
  }

  /** Move the focus to what is suggested. */
  focus(): void {
    if (document.querySelector("dialog[open]") === null) this.first();
  }

  /** Say what is wrong with what was typed or done. */
  complain(said: string): void {
    this.complaint.textContent = said;
    this.complaint.scrollIntoView({ block: "nearest" });
  }

  /** Open the line for words that are typed, with the first of them. */
  type(first: string): void {
    this.line.value = first;
    this.line.focus();
  }

  /** Answer with the index of an option, -1 for none; of what is grave it is asked once more. */
  readonly answer = (index: number): void => {
    const asked = this.seat.view?.question;
    if (!asked) return;
    const act = () => void this.seat.do(() => this.seat.steward.answer(nameOf(asked, index)));
    if (!isGraveAnswer(asked, index)) act();
    else
      sure(
        titleOf(asked, index),
        "This cannot be taken back in the story. Do you mean it?",
        titleOf(asked, index),
        act,
      );
  };

  /** Answer the rows of a matrix. */
  readonly answerRows = (indices: readonly number[]): void => {
    const { group, seat } = this;
    if (group?.is !== "matrix") return;
    void seat.do(() => this.changed(seat.steward.answerRows(group, indices) < indices.length));
  };

  /** Choose several. */
  readonly answerSeveral = (places: readonly number[]): void => {
    const { group, seat } = this;
    if (group?.is !== "several") return;
    void seat.do(() => this.changed(seat.steward.answerSeveral(group, places) < places.length));
  };

  /** Say how real dice fell. */
  readonly throw = (faces: readonly number[], more: readonly (readonly number[])[] = []): void => {
    const { view, play } = this.seat;
    if (!view?.roll) return;
    this.seat.kept.keep(more, view.roll.dice);
    void this.seat.do(() => play.throw(faces));
  };

  /** Show what each answer leads to, in all measures or those that weigh most; or show it no more. */
  weigh(everything = false): void {
    const asked = this.seat.view?.question;
    if (!asked) return;
    if (this.group !== null) this.alone();
    if (this.odds) this.odds.stop();
    this.odds = this.odds ? null : new OddsView(this.seat, asked, this.element, everything);
  }

  /** Say why what was answered could not be stored; it is tried again when somebody says so. */
  showUnstored(said: string): void {
    const { save, content } = this.seat;
    const again = button("Try again", () => void this.seat.do(() => {}), { class: "main" });
    const out = button("Save as a file", () => void exportSave(save, content));
    fill(
      this.element,
      h("h2", { id: "prompt" }, "Your answer could not be stored"),
      h("p", { role: "alert" }, said),
      h("p", {}, "It is not lost as long as this page stays open."),
      h("p", { class: "ways" }, again, out),
    );
  }

  /** Say why the game cannot go on, and how it may all the same. */
  showStuck(said: string, way: Child = null): void {
    fill(
      this.element,
      h("h2", { id: "prompt" }, "This game cannot go on"),
      h("p", { role: "alert" }, said),
      way ? h("p", { class: "ways" }, way, h("a", { href: hashOf({ at: "saves" }) }, "Saves")) : this.endWays(),
    );
  }

  private changed(isChanged: boolean): void {
    if (isChanged) this.remark = "What comes now has changed by that, and is asked by itself.";
  }

  private put(asked: Question): void {
    const { group } = this;
    this.marked = () => group;
    switch (group?.is) {
      case "matrix": {
        const matrix = new MatrixView(group, this.answerRows);
        this.marked = () => marked(group, matrix.marked);
        this.first = () => matrix.focus();
        fill(this.element, questionHead(asked, headOf(group), remarksOf(group)), matrix.element);
        break;
      }
      case "several": {
        const several = new SeveralView(group, this.answerSeveral);
        this.marked = () => ({ ...group, preferred: several.marked });
        this.first = () => several.focus();
        fill(this.element, questionHead(asked), several.element);
        break;
      }
      case undefined: {
        const list = optionList(asked, this.answer);
        this.first = () => firstOf(list)?.focus({ preventScroll: true });
        fill(this.element, questionHead(asked), list);
        break;
      }
      default:
        unreachable(group);
    }
    add(this.element, [this.complaint, this.tools(asked)]);
  }

  private tools(asked: Question): HTMLElement {
    const isOne = this.group === null;
    return h(
      "div",
      { class: "tools" },
      canOrder(asked) && button("Standing order …", () => orderDialog(this.seat, isOne ? asked : null)),
      asked.by === "player" && isOne && button("Odds", () => this.weigh()),
      !isOne && button("One by one", () => this.alone()),
      this.typed(),
    );
  }

  /** The line for words, as they are typed at a terminal. */
  private typed(): HTMLElement {
    this.line.placeholder = "or type: a number, words, help";
    return h(
      "span",
      { class: "typed", onkeydown: (event) => (event as KeyboardEvent).key === "Enter" && this.submit(event) },
      this.line,
    );
  }

  private submit(event: Event): void {
    event.preventDefault();
    const typed = this.line.value.trim();
    this.line.value = "";
    this.complaint.textContent = "";
    const problem = submit(this.seat, typed);
    if (problem) this.complain(problem);
  }

  private putThrow(roll: Thrown): void {
    const { play } = this.seat;
    const { game: compiled, entry, header, script, describer, journal } = play.session;
    const coming = { compiled, entry, args: header.args, script, shown: describer.shown };
    const wanted = roll.is === "DrawSite" ? drawWanted(pileOf(journal, roll)) : throwWanted(coming, roll);
    const leave = {
      one: () => void this.seat.do(() => play.throwForMe()),
      all: () => void this.seat.do(() => play.throwByHand(false)),
    };
    fill(
      this.element,
      throwView(wanted, this.throw, leave),
      this.complaint,
      h("div", { class: "tools" }, this.typed()),
    );
    const [face] = this.element.querySelectorAll<HTMLElement>(".face");
    this.first = () => (face ?? this.line).focus({ preventScroll: true });
  }

  private putStop(begins: EnterSite): void {
    const go = button("Play on", () => void this.seat.playOn(), { class: "main" });
    fill(
      this.element,
      h("h2", { id: "prompt" }, `Stopped before: ${begins.title || begins.name.replaceAll("_", " ")}`),
      h("p", { class: "ways" }, go, h("a", { href: hashOf({ at: "saves" }) }, "Saves")),
    );
    this.first = () => go.focus({ preventScroll: true });
  }

  private putEnd(view: View): void {
    const fault = view.outcome?.fault;
    const { steward } = this.seat;
    const askAll = button("Put the questions to me after all", () => {
      steward.ask("all");
      void this.seat.do(() => steward.undo(this.seat.play.session.records.length));
    });
    fill(
      this.element,
      h(
        "h2",
        { id: "prompt" },
        fault
          ? "The rules did what they may not"
          : view.outcome?.result === "none"
            ? "The end"
            : begun(view.outcome!.title),
      ),
      fault &&
        h(
          "p",
          { role: "alert" },
          `${fault} (${view.outcome!.origin.place}). Keep the save: it is all that is needed to see the fault again.`,
          BUDGET_FAULTS.includes(fault) && ` ${MORE}`,
        ),
      steward.askedNothing && h("p", {}, ASKED_NOTHING, " ", askAll),
      this.endWays(),
    );
    this.first = () => this.element.focus({ preventScroll: true });
  }

  private endWays(): Child {
    const { save } = this.seat;
    return h(
      "p",
      { class: "ways" },
      h("a", { class: "main", href: hashOf({ at: "report", save: save.id }) }, "Read the report"),
      h("a", { href: hashOf({ at: "new", game: save.place }) }, "New game"),
      h("a", { href: hashOf({ at: "saves" }) }, "Saves"),
    );
  }
}
