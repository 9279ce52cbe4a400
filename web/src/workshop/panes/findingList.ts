/** The findings below the text: those of the open file first, each with what can be done about it. */

import { button, type Child, h, setChildren } from "../../page/dom";
import type { Action, ShownFinding } from "../desk/classes";
import { baseName } from "../files/paths";
import { describeCounts, lineOf } from "../findings";
import type { Workbench } from "../workbench";

/** What the list needs. */
export interface FindingListHost {
  textOf(path: string): string;
  goTo(finding: ShownFinding): void;
  explain(finding: ShownFinding): void;
  perform(action: Action): void;
  findActions(finding: ShownFinding): Promise<readonly Action[]>;
  mendAll(): void;
}

/** So many findings of the open file have their mends looked up without being asked. */
const MOST_LOOKED_UP = 12;

/** Milliseconds for which a finding stands before its mends are looked up: whoever types on leaves others. */
const LOOK_UP_PAUSE = 400;

const SEVERITY_NAMES = { error: "Error", warning: "Warning", advice: "Advice" };

const STATES = { checking: ", still checking", complete: "", stopped: ", not checked to the end" };

/** The findings below the text. */
export class FindingList {
  readonly element: HTMLElement;
  private readonly counts = h("p", { class: "counts", role: "status" });
  private readonly head = h("div", { class: "found-head" }, this.counts);
  private readonly list = h("div", { class: "found-list" });
  private drawn = "";

  constructor(
    private readonly bench: Workbench,
    private readonly host: FindingListHost,
  ) {
    this.element = h("section", { class: "found", "aria-label": "Findings" }, this.head, this.list);
  }

  /** Show the findings as they are now. */
  draw(): void {
    const { findings, open, checkState, library } = this.bench;
    const path = open?.path ?? "";
    const own = findings.get(path) ?? [];
    const others = [...findings].filter(
      ([other, found]) => other !== path && found.length > 0 && library.areTogether(path, other),
    );
    const isUnknown = own.length === 0 && checkState === "checking"; // "No findings" would read as all clear
    const state = h("span", { class: "state" }, isUnknown ? "Checking …" : STATES[checkState]);
    setChildren(this.counts, isUnknown ? null : describeCounts(own), state);
    const drawn = JSON.stringify([path, own, others]);
    if (drawn === this.drawn) return; // buttons with what can be done stay where they are
    this.drawn = drawn;
    const mendAll =
      own.some((each) => each.has_fix) &&
      button("Mend all that is certain", () => this.host.mendAll(), { class: "quiet" });
    setChildren(this.head, this.counts, mendAll);
    setChildren(
      this.list,
      h("ol", { class: "findings" }, ...own.map((each, at) => drawFinding(each, at < MOST_LOOKED_UP, this.host))),
      others.map(([path, found]) => [
        h("h3", {}, baseName(path)),
        h("ol", { class: "findings" }, ...found.map((each) => drawFinding(each, false, this.host))),
      ]),
    );
    this.element.classList.toggle("empty", own.length === 0 && others.length === 0);
  }
}

/** Draw a finding, for the list and beside its place in the text. */
export function drawFinding(finding: ShownFinding, isLookedUp: boolean, host: FindingListHost): HTMLElement {
  const line = lineOf(host.textOf(finding.place.file), finding.place.start);
  const mends = h("span", { class: "mends" });
  const lookUp = () => void showActions(mends, finding, host);
  if (isLookedUp) setTimeout(() => mends.isConnected && lookUp(), LOOK_UP_PAUSE);
  return h(
    "li",
    { class: `finding ${finding.severity}` },
    h(
      "p",
      { class: "message" },
      h("span", { class: "severity" }, SEVERITY_NAMES[finding.severity]),
      " ",
      button(drawText(finding.message), () => host.goTo(finding), { class: "link", title: `Line ${line}` }),
    ),
    finding.help && h("p", { class: "help" }, drawText(finding.help)),
    finding.labels.map((label) => h("p", { class: "help" }, drawText(label.text))),
    h(
      "p",
      { class: "does" },
      mends,
      !isLookedUp && button("What can be done", lookUp, { class: "quiet more" }),
      finding.code && button(`Why: ${finding.code}`, () => host.explain(finding), { class: "quiet" }),
      h("small", {}, `line ${line}`),
    ),
  );
}

/** Look up what can be done about a finding, and offer it: what is certain first. */
async function showActions(place: HTMLElement, finding: ShownFinding, host: FindingListHost): Promise<void> {
  const actions = await host.findActions(finding);
  const sorted = [...actions].sort((one, other) => Number(other.is_certain) - Number(one.is_certain));
  place.replaceChildren(...sorted.map((action) => drawAction(action, () => host.perform(action))));
  const more = place.parentElement?.querySelector(".more");
  if (more && actions.length === 0) more.replaceWith(h("small", {}, "Nothing by itself."));
  else more?.remove();
}

/** Draw a text in which what stands in backquotes is code. */
function drawText(text: string): Child {
  return text.split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
}

/** Draw the button of an action. */
export function drawAction(action: Action, act: () => void): HTMLButtonElement {
  return button(drawText(action.title), act, { class: action.is_certain ? "mend certain" : "mend" });
}
