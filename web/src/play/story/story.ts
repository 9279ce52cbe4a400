/**
 * The journal as a story, in lines: headings, what is said, throws and what they led to, changes.
 *
 * How much is told is a matter of three levels. `news` is what the rules say to the player. `rolls` adds dice, results
 * and answers. `books` adds every change that is kept. So that nobody is left in the dark, what turns bad without a
 * word is told as news, too.
 *
 * A heading appears only when something happens beneath it, and headings that begin together share a line. So a
 * sequence of play with many steps stays readable. So do many cards: what is drawn in one place stands on one line.
 *
 * What happens in a step that nobody sees is told to nobody, to one who plays alone either.
 */

import { unreachable } from "../../closed";
import type {
  BeforehandView,
  ChangeView,
  ChoiceView,
  DrawView,
  ElementView,
  EnterView,
  LimitView,
  MoveView,
  ResultView,
  RollView,
  Told,
  View,
} from "../../engine/classes";
import { isThrow, renderResult } from "../../engine/views";
import type { Detail, EntryName } from "../../modes";
import type { RowInfo } from "../../rules/program";
import { isDecimal, partition } from "../../text";
import { DRAWN_TITLE } from "../dice/throws";
import type { StoryLine } from "./classes";
import {
  fieldIdOf,
  findWordedChanges,
  isEventUnseen,
  renderHeading,
  renderOutcome,
  throwFields,
  titleResult,
} from "./eventTexts";
import { areValues, BY_RULES_TEXT, conditionText, NO_PHRASES, type Phrases, resultText, tableLabel } from "./phrases";
import { Levels } from "./storyLevels";
import { DETAIL_CONTENTS, makeLine, TONES, UNSEEN } from "./storyLine";

type LineGenerator = Generator<StoryLine, void, undefined>;

/**
 * A line that waits for more of its kind.
 *
 * `of` is what they have in common: the id of the list that elements join or leave, or of the draw; empty for nothing.
 * `level` is, of a draw, the number of the level that it is made in, if its heading was not told yet; else -1.
 */
interface PendingLine {
  readonly groupKey: string;
  readonly line: StoryLine;
  readonly count: number;
  readonly level: number;
}

/** What is told of, whoever sees the step that it happens in: by the fields and lists. */
const TOLD_WHEN_HIDDEN: ReadonlySet<View["event"]> = new Set(["enter", "leave", "change", "element", "outcome"]);

/** How many of the outermost levels are chapters. */
export const CHAPTERS: Readonly<Record<EntryName, number>> = { mission: 1, career: 2 };

/** How a story is told. */
export interface StoryOptions {
  /** What people call the things of the program. */
  readonly phrases?: Phrases;
  /** How much is told. */
  readonly detail?: Detail;
  /** Whether the player's answers are told, too: not while he gives them and sees them already. */
  readonly answers?: boolean;
  /** Why an answer was given without asking, by the number of its event; empty where it was asked for. */
  readonly reasonOf?: (event: number) => string;
  /** How many of the outermost levels are chapters: {@link CHAPTERS}; left out, as of a mission. */
  readonly outer?: number;
}

/** Turns events into lines, in their order. */
export class Story {
  readonly phrases: Phrases;
  /** How much is told; may change on the way. */
  detail: Detail;
  readonly answers: boolean;
  readonly reasonOf: (event: number) => string;
  readonly outer: number;
  /** How many throws, and results without one, there were. */
  throwCount = 0;
  private eventCount = 0;
  private levels: Levels;
  private pendingThrow: RollView | BeforehandView | null = null;
  private pendingLine: PendingLine | null = null;
  private lastResult: readonly [table: string, result: string] = ["", ""];
  private lastSaid = "";
  private hasBegun = false;
  private explainedLegends = new Set<string>();
  private unseenTables = new Set<string | null>();
  private changedFields = new Map<string | undefined, Set<string>>();

  constructor(options: StoryOptions = {}) {
    this.phrases = options.phrases ?? NO_PHRASES;
    this.detail = options.detail ?? "rolls";
    this.answers = options.answers ?? true;
    this.reasonOf = options.reasonOf ?? (() => "");
    this.outer = options.outer ?? CHAPTERS.mission;
    this.levels = new Levels(this.outer);
  }

  private get contents() {
    return DETAIL_CONTENTS[this.detail];
  }

  // --- what is asked of it

  /** The lines of the next events. A throw at their end waits for its result, which stands on the same line. */
  tell(views: readonly View[]): StoryLine[] {
    const toldChanges = findWordedChanges(views, this.phrases.records);
    const lines: StoryLine[] = [];
    views.forEach((view, at) => {
      lines.push(...this.tellEvent(view, toldChanges.has(at)));
      this.eventCount += 1;
    });
    return lines;
  }

  /** What still waits. */
  rest(): StoryLine[] {
    return [...this.flushThrow(""), ...this.flushPending()];
  }

  /**
   * What still waits, and the headings above a question of this name.
   *
   * Where it offers to throw the last dice again, `offersAgain`, they are told, however little else is.
   */
  announce(name: string, offersAgain = false): StoryLine[] {
    return [...this.flushThrow("", "", offersAgain), ...this.rest(), ...this.tellHeadings(name)];
  }

  /** The lines of events up to where nothing waits any more. */
  tellAll(views: readonly View[]): StoryLine[] {
    return [...this.tell(views), ...this.rest()];
  }

  /** The same story, which goes on from here by itself. */
  copy(): Story {
    const copy = new Story(this);
    copy.throwCount = this.throwCount;
    copy.eventCount = this.eventCount;
    copy.levels = this.levels.copy();
    copy.pendingThrow = this.pendingThrow;
    copy.pendingLine = this.pendingLine;
    copy.lastResult = this.lastResult;
    copy.lastSaid = this.lastSaid;
    copy.hasBegun = this.hasBegun;
    copy.explainedLegends = new Set(this.explainedLegends);
    copy.unseenTables = new Set(this.unseenTables);
    copy.changedFields = new Map([...this.changedFields].map(([owner, fields]) => [owner, new Set(fields)]));
    return copy;
  }

  // --- one event

  private *tellEvent(view: View, isSaid: boolean): LineGenerator {
    if (this.levels.isHidden && !TOLD_WHEN_HIDDEN.has(view.event)) {
      if (isThrow(view)) this.throwCount += 1;
      return;
    }
    if (view.event === "choice" && view.offer && view.answer === "keep") return;
    const pendingThrow = this.pendingThrow;
    if (view.event === "result" && pendingThrow !== null && pendingThrow.table === view.table) {
      const resultText = this.isToldByTitle(pendingThrow.row, view.values) ? "" : renderResult(view.values);
      yield* this.flushThrow(resultText, titleResult(pendingThrow.row, resultText));
      return;
    }
    yield* this.flushThrow("");
    switch (view.event) {
      case "enter":
        yield* this.enterLevel(view);
        break;
      case "leave":
        yield* this.leaveLevel(view.name);
        break;
      case "roll":
      case "beforehand":
        this.throwCount += 1;
        this.hasBegun = true;
        this.pendingThrow = view;
        break;
      case "draw":
        this.throwCount += 1;
        this.hasBegun = true;
        yield* this.tellDraw(view);
        break;
      case "say":
        this.hasBegun = true;
        if (!view.tone && this.isRepetition(view.text)) break;
        this.lastSaid = view.text;
        yield* this.tellLine(makeLine("news", { text: view.text, tone: view.tone }), view);
        break;
      case "element":
        if (view.title) yield* this.tellElement(view, isSaid);
        break;
      case "change":
        if (view.title) yield* this.tellChange(view, isSaid);
        break;
      case "outcome":
        yield* this.flushPending();
        this.levels.clear();
        if (view.fault || !this.lastSaid.replace(/\.+$/, "").endsWith(`: ${view.title}`)) {
          yield makeLine("end", { text: renderOutcome(view), tone: view.fault ? "bad" : "" });
        }
        break;
      case "result":
      case "choice":
      case "move":
      case "limit":
        if (this.contents.rolls) yield* this.tellBesideDice(view);
        break;
      case "pile":
        break;
      default:
        unreachable(view);
    }
  }

  /** What is told beside dice. */
  private *tellBesideDice(view: ResultView | ChoiceView | MoveView | LimitView): LineGenerator {
    switch (view.event) {
      case "result": {
        const [name, resultText] = [tableLabel(view.table, view.title), renderResult(view.values)];
        if (resultText && resultText.toLowerCase() !== this.lastResult[1].toLowerCase()) {
          const line = makeLine("result", { text: name, result: resultText });
          yield* this.tellLine(line, view, name, this.unseenTables.has(view.table));
        }
        break;
      }
      case "choice": {
        this.hasBegun = true;
        const by = view.by === "player" ? "" : view.by;
        const behind = this.reasonOf(this.eventCount);
        const line = makeLine("answer", { text: view.prompt, by, result: view.answerTitle, behind });
        // What may be chosen is nothing that happened: only the books mark what it rests on.
        if (this.answers || by || behind) yield* this.tellLine(line, this.contents.books ? view : null, view.prompt);
        break;
      }
      case "move":
        if (view.title && this.contents.books) {
          const result = `${view.first ? "first" : "last"} of ${view.title}`;
          yield* this.tellLine(makeLine("change", { text: view.elementTitle, result }), view);
        }
        break;
      case "limit":
        yield* this.tellLine(makeLine("limit", { text: view.text }), view);
        break;
      default:
        unreachable(view);
    }
  }

  /**
   * Whether the title of a row says what it gives: nothing, or several parts, which the books tell one by one.
   *
   * It does not where the parts are settled by what the row does.
   */
  private isToldByTitle(row: RowInfo | null, values: readonly Told[]): boolean {
    if (row === null || !row.title) return false;
    const parts = values.length > 1 && areValues(this.phrases, row.text);
    return values.every((value) => value.name === "none") || (parts && !this.contents.books);
  }

  /**
   * The line of the throw that waits, with what it led to.
   *
   * `result` is what its table gave, empty where its row says that; `shownAs` the same as it is shown, if that is other;
   * `always` says whether it is told at every level.
   */
  private *flushThrow(result: string, displayText = "", atEveryLevel = false): LineGenerator {
    const view = this.pendingThrow;
    this.pendingThrow = null;
    if (view === null) return;
    const shownResult = result || (view.row ? resultText(this.phrases, view.row) : "");
    const name = this.throwPurpose(view);
    this.lastResult = [tableLabel(view.table, view.title), shownResult];
    if (!this.contents.rolls && !atEveryLevel) return;
    const diceFields =
      view.event === "roll"
        ? throwFields(view)
        : { reason: conditionText(this.phrases, view.row.label) || BY_RULES_TEXT };
    const unseen = isEventUnseen(view);
    if (unseen) this.unseenTables.add(view.table);
    else this.unseenTables.delete(view.table);
    const line = makeLine("roll", {
      text: name,
      result: displayText || shownResult,
      number: this.throwCount,
      ...diceFields,
    });
    yield* this.tellLine(line, null, name, unseen);
  }

  /** What was drawn at random: one line for all that is drawn in one place, with nothing told between. */
  private *tellDraw(view: DrawView): LineGenerator {
    if (!this.contents.rolls) return;
    const result = view.count > 0 ? partition(view.drawnTitle, " #")[0] : "";
    const previous = this.pendingLine;
    if (previous !== null && previous.groupKey === view.id && view.count > 0) {
      const count = previous.count + 1;
      const names = [`${count} of ${previous.line.names[0]!.split(" ").at(-1)}`];
      const changes = { names, result: `${previous.line.result}, ${result}` };
      const line = { ...previous.line, ...changes, isUnseen: previous.line.isUnseen || isEventUnseen(view) };
      this.pendingLine = { ...previous, count, line };
      return;
    }
    yield* this.flushPending();
    const names = [view.count > 0 ? `1 of ${view.count}` : "nothing there"];
    const where = { depth: this.levels.depth(), isUnseen: isEventUnseen(view) };
    const line = makeLine("roll", { text: DRAWN_TITLE, names, result, number: this.throwCount, ...where });
    const of = view.count > 0 && !this.contents.books ? view.id : "";
    this.pendingLine = { groupKey: of, line, count: 1, level: this.levels.innermostUntoldLevel };
  }

  /** What was drawn, where it is all that was told in a level that is left: it stands on the line of its heading. */
  private *flushDrawAsHeading(levelIndex: number): LineGenerator {
    const pending = this.pendingLine;
    if (pending === null || pending.level < levelIndex) return;
    this.pendingLine = null;
    const { name, text } = this.levels.replaceHeading(pending.level);
    yield* this.tellHeadings(name);
    this.levels.dropHeading(pending.level);
    yield* this.emitLine({ ...pending.line, text, depth: this.levels.depth() });
  }

  /** Whether a sentence, `Sky: fog.`, only says again what the line of the throw before it has said. */
  private isRepetition(text: string): boolean {
    const [table, result] = this.lastResult;
    const [subject, colon, value] = partition(text.replace(/\.+$/, "").toLowerCase(), ": ");
    const title = partition(table.toLowerCase(), " ")[2];
    return this.contents.rolls && !!colon && !!title && value === result.toLowerCase() && subject.startsWith(title);
  }

  /** What dice are for: their table; where no table owns them, what they decide further, or what is being done. */
  private throwPurpose(view: RollView | BeforehandView): string {
    const name = tableLabel(view.table, view.title);
    if (view.table) return name;
    const [before, result] = this.lastResult;
    if (name && result && before.endsWith(name)) return `${name}: ${result}`;
    if (name) return name;
    return this.levels.innermost || "Dice";
  }

  /** A field changed: told in the books, and where it is good or bad and no word was said of it. */
  private *tellChange(view: ChangeView, isSaid: boolean): LineGenerator {
    const owner = this.phrases.owners.get(fieldIdOf(view.field));
    const changed = this.changedFields.get(owner) ?? new Set();
    this.changedFields.set(owner, changed);
    const isFirst = !changed.has(view.field);
    changed.add(view.field);
    if (!this.contents.books && (isSaid || !view.tone)) return;
    const isNumber = isDecimal(view.old.replace(/^-+/, ""));
    if (!this.contents.rolls && (view.tone === "good" || isNumber)) return;
    const untold = isNumber ? !this.hasBegun : isFirst || view.new === "yes" || view.new === "no";
    const dice = untold || view.old === "none" ? "" : view.oldTitle;
    const tone = isSaid ? "" : view.tone;
    yield* this.tellLine(makeLine("change", { text: view.title, dice, result: view.newTitle, tone }), view);
  }

  /** An element joins a list, or leaves one; those that do so together stand on one line, but in the books. */
  private *tellElement(view: ElementView, isSaid: boolean): LineGenerator {
    const lasts = this.phrases.records.has(view.list);
    if (!this.contents.books && (lasts || (!this.contents.rolls && !view.joins))) return;
    if (this.contents.rolls && !this.contents.books && isSaid) return;
    const kind = view.joins ? "joins" : "leaves";
    const name = lasts ? partition(view.elementTitle, " #")[0] : view.elementTitle;
    const previous = this.pendingLine;
    if (previous !== null && !this.contents.books && previous.groupKey === view.list && previous.line.kind === kind) {
      const unseen = previous.line.isUnseen || isEventUnseen(view);
      const line = { ...previous.line, names: [...previous.line.names, name], isUnseen: unseen };
      this.pendingLine = { ...previous, count: previous.count + 1, line };
      return;
    }
    yield* this.flushPending();
    yield* this.tellHeadings("");
    const text = lasts || !this.contents.rolls ? view.title : "";
    const line = makeLine(kind, { text, names: [name], depth: this.levels.depth(), isUnseen: isEventUnseen(view) });
    this.pendingLine = { groupKey: view.list, line, count: 1, level: -1 };
  }

  /** The line that waits for more of its kind. */
  private *flushPending(): LineGenerator {
    const pending = this.pendingLine;
    this.pendingLine = null;
    if (pending === null) return;
    if (pending.level < 0) {
      yield* this.emitLine(pending.line);
    } else {
      yield* this.tellHeadings("");
      yield* this.emitLine({ ...pending.line, depth: this.levels.depth() });
    }
  }

  /** A line that has waited. */
  private *emitLine(line: StoryLine): LineGenerator {
    yield line;
    yield* this.explainMarks(line);
  }

  /** A line of an event under its headings, those that were not told yet before it. */
  private *tellLine(line: StoryLine, view: View | null, name = "", unseen = false): LineGenerator {
    yield* this.flushPending();
    yield* this.tellHeadings(name);
    const placed = { ...line, depth: this.levels.depth(), isUnseen: unseen || (view !== null && isEventUnseen(view)) };
    yield placed;
    yield* this.explainMarks(placed);
  }

  /** What a line's marks mean, where they stand for the first time. */
  private *explainMarks(line: StoryLine): LineGenerator {
    for (const [name, stands] of [
      [UNSEEN, line.isUnseen],
      [TONES, line.tone !== ""],
    ] as const) {
      if (!stands || this.explainedLegends.has(name)) continue;
      this.explainedLegends.add(name);
      yield makeLine("legend", { text: name, depth: line.depth });
    }
  }

  // --- headings

  /** The headings that were not told yet, on one line; one that only repeats `name` is left out. */
  private *tellHeadings(name: string): LineGenerator {
    if (!this.levels.hasUntold || !this.contents.rolls) return;
    const heading = this.levels.takeHeadings(name);
    if (heading === null) return;
    yield* this.flushPending();
    yield makeLine("heading", heading);
  }

  /** A procedure or a step begins; the outermost are chapters. */
  private *enterLevel(view: EnterView): LineGenerator {
    const isHidden = this.levels.isHiddenIn(view);
    if (isHidden && !this.levels.isHidden && view.title) {
      yield* this.tellLine(makeLine("limit", { text: `${view.title}: nobody sees it.` }), view);
    }
    const text = isHidden ? "" : renderHeading(view);
    if (text) yield* this.flushPending();
    if (this.levels.enter(view)) yield makeLine("chapter", { text });
  }

  /** A procedure or a step is over; what it has changed is forgotten, too. */
  private *leaveLevel(name: string): LineGenerator {
    const levelIndex = this.levels.indexLeft(name);
    if (levelIndex >= 0) yield* this.flushDrawAsHeading(levelIndex);
    this.levels.leave(name);
    this.changedFields.delete(name);
  }
}
