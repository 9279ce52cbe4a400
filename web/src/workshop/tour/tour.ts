/** The tour: which step is shown beside its file, and whether it is done. */

import { InputError } from "../../errors";
import { setChildren } from "../../page/dom";
import { navigateTo } from "../../page/layers";
import { fetchFileList } from "../parts";
import { routeHash } from "../routes";
import { placeToWrite } from "../start/draftPlace";
import type { Workbench } from "../workbench";
import { isReached } from "./goals";
import { TOUR_FILE, TOUR_GAME, TOUR_START, TOUR_STEPS } from "./steps";
import { stepOf, textAfter, textBefore } from "./texts";
import { drawTour, type TourActions } from "./tourPanel";

/** The tour; it is not shown until a step is begun. */
export class Tour implements TourActions {
  /** The number of the step, from 1; 0 while the tour is not shown. */
  private number = 0;
  private isDone = false;
  private isFromBefore = false;
  private drawn = "";

  constructor(
    private readonly bench: Workbench,
    private readonly place: HTMLElement,
  ) {}

  /** Show a step beside the file of the tour. Throws an {@link InputError} if the site lacks its game. */
  async show(number: number): Promise<void> {
    const { bench } = this;
    const isBegun = this.number > 0;
    this.number = Math.min(number, TOUR_STEPS.length);
    this.isDone = false;
    this.drawn = "";
    const present = bench.library.find(TOUR_FILE)?.text;
    if (!isBegun) this.isFromBefore = present !== undefined && present !== textBefore(this.number);
    if (this.isToOpen) {
      if (!(await hasTour())) {
        this.number = 0;
        throw new InputError("the tour needs its game, which this site does not have", TOUR_GAME);
      }
      if (present === undefined) await bench.addFile(TOUR_FILE, textBefore(this.number));
      const end = placeToWrite(bench.library.find(TOUR_FILE)?.text ?? "");
      await bench.openFile(TOUR_FILE, { file: TOUR_FILE, start: end, end });
    }
    this.refresh();
    this.place.querySelector("summary")?.focus();
  }

  /** Whether its file is to be opened first, which may take as long as the desk takes to begin. */
  get isToOpen(): boolean {
    return this.bench.open?.path !== TOUR_FILE;
  }

  /** The address of the step that is shown beside a file; null for other files. */
  hashFor(path: string): string | null {
    return this.number > 0 && path === TOUR_FILE ? routeHash({ at: "tour", step: this.number }) : null;
  }

  /** Look again whether the step is done: the text has changed, or what is found in it. */
  refresh(): void {
    if (this.number > 0 && this.bench.open?.path === TOUR_FILE) void this.check();
    else this.hide();
  }

  /** Show the tour no more, for the address asks for something else. */
  end(): void {
    this.number = 0;
    this.hide();
  }

  leave(): void {
    navigateTo(routeHash({ at: "file", path: TOUR_FILE }));
  }

  goTo(step: number): void {
    this.isFromBefore = false;
    navigateTo(routeHash({ at: "tour", step }));
  }

  showMe(): void {
    const { open } = this.bench;
    if (open?.path === TOUR_FILE) this.replaceText(textAfter(this.number, open.text));
  }

  beginAnew(): void {
    this.isFromBefore = false;
    this.replaceText(TOUR_START);
    if (this.number === 1) this.refresh();
    else this.goTo(1);
  }

  /** Replace what differs in the text, so that undoing it is one step. */
  private replaceText(text: string): void {
    const old = this.bench.open?.text ?? "";
    const shorter = Math.min(old.length, text.length);
    let start = 0;
    while (start < shorter && old[start] === text[start]) start++;
    let kept = 0;
    while (kept < shorter - start && old.at(-1 - kept) === text.at(-1 - kept)) kept++;
    const change = { start, end: old.length - kept, text: text.slice(start, text.length - kept) };
    this.bench.applyChanges([{ file: TOUR_FILE, changes: [change] }]);
  }

  private async check(): Promise<void> {
    const { bench, number } = this;
    const step = TOUR_STEPS[number - 1]!;
    this.draw();
    const text = bench.open?.text ?? "";
    const odds = step.goal.is === "odds" && !this.isDone ? await this.findOdds(step.goal.table) : "";
    if (number !== this.number || text !== bench.open?.text) return;
    const findings = bench.findings.get(TOUR_FILE) ?? [];
    const isChecked = bench.checkState === "complete";
    if (isReached(step.goal, { text, findings, isChecked, odds })) this.isDone = true;
    this.draw();
  }

  /** Ask for the odds of a table in words, once all is checked; empty if there are none. */
  private async findOdds(table: string): Promise<string> {
    if (this.bench.checkState !== "complete") return "";
    return this.bench.desk.call("odds", TOUR_FILE, table, []).then(
      ({ text }) => text,
      () => "", // while the rules have errors
    );
  }

  private hide(): void {
    this.drawn = "";
    setChildren(this.place);
    document.body.classList.remove("touring");
  }

  /** Draw the panel, unless it stands there as it is to be: whoever is in it with the keyboard stays there. */
  private draw(): void {
    const { number, isDone, isFromBefore } = this;
    const drawn = JSON.stringify([number, isDone, isFromBefore]);
    if (drawn === this.drawn) return;
    const isFolded = this.drawn !== "" && this.place.querySelector("details")?.open === false;
    this.drawn = drawn;
    setChildren(this.place, drawTour({ number, isDone, isFromBefore }, this));
    if (isFolded) this.place.querySelector("details")!.open = false;
    document.body.classList.add("touring");
  }
}

/** Whether the site has the game of the tour: by its list of files, for the desk may still be on its way. */
export async function hasTour(): Promise<boolean> {
  return (await fetchFileList()).games.some((game) => game.id === TOUR_GAME);
}

/** The number of the step at which somebody goes on with the tour; null if it was never begun. */
export function tourToGoOn({ library }: Workbench): number | null {
  const file = library.find(TOUR_FILE);
  return file === null ? null : stepOf(file.text);
}
