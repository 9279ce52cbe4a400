/**
 * The story: the journal as lines of headings, sentences, throws with their results, and changes.
 *
 * It has three levels of detail. `news` is the rules' own sentences. `rolls` adds dice, results and answers. `books`
 * adds every stored change. So that nothing is missed, a change for the worse that no sentence mentions is news, too.
 *
 * A heading appears only if a line follows beneath it, and headings that begin together share a line. So a sequence of
 * play with many steps stays readable. So do many cards: all draws in one place share a line.
 *
 * Events in a step that nobody sees are left out, for a lone player too.
 *
 * Beats are the paragraphs of a story: the rules mark the procedures and steps with which a beat ends. A line knows where
 * its beat began, so that `pacing/beats.ts` can divide a story for any pace.
 */

import { unreachable } from "../../closed";
import type {
  BeforehandView,
  ChangeView,
  ChoiceView,
  DrawView,
  ElementView,
  EnterView,
  HiddenView,
  LabelledValue,
  LimitView,
  MoveView,
  ResultView,
  RollView,
  SayView,
  View,
} from "../../engine/classes";
import { isInPlay, isThrow, renderResult } from "../../engine/views";
import type { Detail, EntryName } from "../../modes";
import { NO_ORIGIN } from "../../rules/origin";
import type { RowInfo } from "../../rules/program";
import { capitalizeFirst, isDecimal, partition } from "../../text";
import { DRAWN_TITLE } from "../dice/throws";
import * as sentences from "../storySentences";
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
import {
  areValues,
  BY_RULES_TEXT,
  conditionText,
  NO_PHRASES,
  type Phrases,
  resultText,
  rowName,
  tableLabel,
} from "./phrases";
import { Levels } from "./storyLevels";
import { DETAIL_CONTENTS, isNewsworthy, makeLine, TONES, UNSEEN } from "./storyLine";

type LineGenerator = Generator<StoryLine, void, undefined>;

/**
 * A line that may still be merged with others of its kind.
 *
 * `groupKey` is their common key: the id of the list that elements join or leave, or of the draw; empty for none.
 * `level` is the level of a draw whose heading is not shown yet; else -1.
 */
interface PendingLine {
  readonly groupKey: string;
  readonly line: StoryLine;
  readonly count: number;
  readonly level: number;
}

/** Events that are processed even in hidden steps: fields and lists decide on their visibility. */
const PROCESSED_WHEN_HIDDEN: ReadonlySet<View["event"]> = new Set(["enter", "leave", "change", "element", "outcome"]);

/** The largest pile of which a draw's line says how many there are; of more only with all the books. */
const MAX_SHARED = 20;

/** The number of outermost levels that are chapters. */
export const CHAPTERS: Readonly<Record<EntryName, number>> = { mission: 1, career: 2 };

/** The options of a story. */
export interface StoryOptions {
  /** The titles of the program's parts. */
  readonly phrases?: Phrases;
  /** The level of detail. */
  readonly detail?: Detail;
  /** Whether the player's answers appear: not while he gives them and sees them anyway. */
  readonly answers?: boolean;
  /** The reason of an automatic answer by the number of its event; empty for the player's. */
  readonly reasonOf?: (event: number) => string;
  /** The number of outermost levels that are chapters: {@link CHAPTERS}; by default those of a mission. */
  readonly outer?: number;
  /** Whether the first use of a mark is followed by its legend: not in what is kept of a story. */
  readonly explainsMarks?: boolean;
}

/** A converter of events, in their order, to the lines of a story. */
export class Story {
  readonly phrases: Phrases;
  /** The level of detail; may change during the story. */
  detail: Detail;
  readonly answers: boolean;
  readonly reasonOf: (event: number) => string;
  readonly outer: number;
  readonly explainsMarks: boolean;
  /** The number of throws so far, results without dice included. */
  throwCount = 0;
  /** The sentences of the chronicle so far that are not hidden, each with the index of its event. */
  chronicle: (readonly [event: number, view: SayView])[] = [];
  private eventCount = 0;
  private levels: Levels;
  private pendingThrow: RollView | BeforehandView | null = null;
  private throwEvent = 0;
  /** The event of the buffered line that is being emitted; -1 for none. */
  private lineEvent = -1;
  /** The number of events before the present beat. */
  private beat = 0;
  /** The event of the last newsworthy line; -1 before the first. */
  private lastNews = -1;
  private pendingLine: PendingLine | null = null;
  private lastResult: readonly [table: string, result: string] = ["", ""];
  private lastSaid = "";
  private hasBegun = false;
  private explainedLegends = new Set<string>();
  private unseenTables = new Set<string | null>();
  private changedFields = new Map<string | undefined, Set<string>>();

  /** Make an empty story at a level of detail. */
  constructor(options: StoryOptions = {}) {
    this.phrases = options.phrases ?? NO_PHRASES;
    this.detail = options.detail ?? "rolls";
    this.answers = options.answers ?? true;
    this.reasonOf = options.reasonOf ?? (() => "");
    this.outer = options.outer ?? CHAPTERS.mission;
    this.explainsMarks = options.explainsMarks ?? true;
    this.levels = new Levels(this.outer);
  }

  /** What the level of detail contains. */
  private get contents() {
    return DETAIL_CONTENTS[this.detail];
  }

  // --- interface

  /** Convert the next events to story lines; a throw at their end is buffered, for its result shares its line. */
  tell(views: readonly View[]): StoryLine[] {
    const lines: StoryLine[] = [];
    for (const [, brought] of this.tellByEvent(views)) lines.push(...brought);
    return lines;
  }

  /** Convert the next events to story lines, as {@link tell}: for each event its index and the lines it brings. */
  *tellByEvent(views: readonly View[]): Generator<readonly [event: number, lines: StoryLine[]]> {
    const toldChanges = findWordedChanges(views, this.phrases.records);
    for (const [at, view] of views.entries()) {
      const lines = [...this.stamp(this.tellEvent(view, toldChanges.has(at)))];
      this.eventCount += 1;
      yield [this.eventCount - 1, lines];
    }
  }

  /** Emit the buffered lines, which waited for later events to share a line with, and return them. */
  flushBuffer(): StoryLine[] {
    return [...this.stamp(this.flushThrow("")), ...this.stamp(this.flushPending())];
  }

  /**
   * Flush the buffered lines, and return them with the headings above an open question, except one that equals its
   * `name`.
   *
   * If the question offers to throw the last dice again (`offersAgain`), these appear at every level of detail.
   */
  announce(name: string, offersAgain = false): StoryLine[] {
    return [
      ...this.stamp(this.flushThrow("", "", offersAgain)),
      ...this.flushBuffer(),
      ...this.stamp(this.tellHeadings(name)),
    ];
  }

  /** Convert the next events to story lines, and return these with all buffered lines. */
  tellAll(views: readonly View[]): StoryLine[] {
    return [...this.tell(views), ...this.flushBuffer()];
  }

  /** Copy the converter with what it has buffered, to continue the copy independently. */
  copy(): Story {
    const copy = new Story(this);
    copy.throwCount = this.throwCount;
    copy.chronicle = [...this.chronicle];
    copy.eventCount = this.eventCount;
    copy.levels = this.levels.copy();
    copy.pendingThrow = this.pendingThrow;
    copy.throwEvent = this.throwEvent;
    copy.lineEvent = this.lineEvent;
    copy.beat = this.beat;
    copy.lastNews = this.lastNews;
    copy.pendingLine = this.pendingLine;
    copy.lastResult = this.lastResult;
    copy.lastSaid = this.lastSaid;
    copy.hasBegun = this.hasBegun;
    copy.explainedLegends = new Set(this.explainedLegends);
    copy.unseenTables = new Set(this.unseenTables);
    copy.changedFields = new Map([...this.changedFields].map(([owner, fields]) => [owner, new Set(fields)]));
    return copy;
  }

  /** Stamp lines with their event, the present one unless they are, or head, a buffered line, and with their beat. */
  private *stamp(lines: Iterable<StoryLine>): LineGenerator {
    for (const line of lines) {
      const [event = this.eventCount] = [line.event, this.lineEvent].filter((each) => each >= 0);
      if (isNewsworthy(line)) this.lastNews = event;
      yield { ...line, event, beat: Math.min(this.beat, event) };
    }
  }

  // --- events

  /** Yield the lines of an event; `isSaid` tells of a change that a sentence mentions. */
  private *tellEvent(view: View, isSaid: boolean): LineGenerator {
    if (view.event === "say") {
      if (view.chronicle && !this.levels.isHidden) this.chronicle.push([this.eventCount, view]);
      if (!isInPlay(view)) return;
    }
    if (this.levels.isHidden && !PROCESSED_WHEN_HIDDEN.has(view.event)) {
      if (isThrow(view)) this.throwCount += 1;
      return;
    }
    if (view.event === "choice" && ((view.offer && view.answer === "keep") || view.unit > 1)) return;
    if (view.event === "say" && view.rowTitle) {
      yield* this.fillRowTitle(view);
      return;
    }
    const pendingThrow = this.pendingThrow;
    if (view.event === "result" && pendingThrow?.event === "beforehand" && pendingThrow.number > 1) {
      yield* this.flushThrow("");
      if (pendingThrow.table !== view.table || !this.contents.rolls) return;
      const [name] = this.lastResult;
      const line = makeLine("result", { text: name, result: renderResult(view.values) });
      yield* this.tellLine(line, view, name, this.unseenTables.has(view.table));
      return;
    }
    if (view.event === "result" && pendingThrow !== null && pendingThrow.table === view.table) {
      const resultText = this.titleHasResult(pendingThrow.row, view.values) ? "" : renderResult(view.values);
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
        this.throwEvent = this.eventCount;
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
      case "hidden":
        yield* this.tellLine(makeLine("limit", { text: hiddenText(view) }), view);
        break;
      case "result":
      case "choice":
      case "move":
      case "limit":
        if (this.contents.rolls) yield* this.tellEventWithoutDice(view);
        break;
      case "pile":
        break;
      default:
        unreachable(view);
    }
  }

  /** Yield the line of an event without dice (result, answer, move or limit), for levels of detail above `news`. */
  private *tellEventWithoutDice(view: ResultView | ChoiceView | MoveView | LimitView): LineGenerator {
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
        // An open choice is no event: only the level `books` marks its sources.
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
   * Whether a row's title already says the result's values: they are none, or parts that only the detail level `books`
   * lists.
   *
   * It does not if the row's statements compute the parts.
   */
  private titleHasResult(row: RowInfo | null, values: readonly LabelledValue[]): boolean {
    if (row === null || !row.title) return false;
    const parts = values.length > 1 && areValues(this.phrases, row.text);
    return values.every((value) => value.name === "none") || (parts && !this.contents.books);
  }

  /**
   * Put the values of a row's title into the buffered throw: the one that took the row, or the title's own dice.
   *
   * A row that another row is treated as has a line of its own.
   */
  private *fillRowTitle(view: SayView): LineGenerator {
    const pending = this.pendingThrow;
    if (pending !== null && (pending.row === null || pending.row.title === view.rowTitle)) {
      const row = pending.row ?? { is: "RowInfo", label: "", text: "", origin: NO_ORIGIN };
      this.pendingThrow = { ...pending, row: { ...row, title: view.text } };
      return;
    }
    yield* this.flushThrow("");
    if (!this.contents.rolls) return;
    const [label] = this.lastResult;
    yield* this.tellLine(makeLine("result", { text: label, result: view.text }), view, label);
  }

  /**
   * Emit the line of the buffered throw, with its result.
   *
   * `result` is the result of its table, empty if its row says it; `displayText` its text if different; `atEveryLevel`
   * shows it at every level of detail.
   */
  private *flushThrow(result: string, displayText = "", atEveryLevel = false): LineGenerator {
    const view = this.pendingThrow;
    this.pendingThrow = null;
    if (view === null) return;
    const shownResult = result || (view.row ? resultText(this.phrases, view.row) : "");
    const name = this.throwPurpose(view);
    this.lastResult = [tableLabel(view.table, view.title), shownResult];
    if (!this.contents.rolls && !atEveryLevel) return;
    const diceFields = view.event === "roll" ? throwFields(view) : this.rowFields(view);
    const unseen = isEventUnseen(view);
    if (unseen) this.unseenTables.add(view.table);
    else this.unseenTables.delete(view.table);
    const line = makeLine("roll", {
      text: name,
      result: displayText || shownResult,
      number: this.throwCount,
      event: this.throwEvent,
      ...diceFields,
    });
    this.lineEvent = this.throwEvent;
    yield* this.tellLine(line, null, name, unseen);
    this.lineEvent = -1;
  }

  /** The fields of a line about a row without a throw: why it needs none, or which of all that apply it is. */
  private rowFields(view: BeforehandView): Partial<StoryLine> {
    if (view.number > 0) return { names: [rowName(this.phrases, view.row.label)] };
    return { reason: conditionText(this.phrases, view.row.label) || BY_RULES_TEXT };
  }

  /** Buffer the line of a random draw: consecutive draws in one place share a line. */
  private *tellDraw(view: DrawView): LineGenerator {
    if (!this.contents.rolls) return;
    const result = view.count > 0 ? partition(view.drawnTitle, " #")[0] : "";
    const previous = this.pendingLine;
    if (previous !== null && previous.groupKey === view.id && view.count > 0) {
      const count = previous.count + 1;
      const names = previous.line.names.map((share) => `${count} of ${share.split(" ").at(-1)}`);
      const changes = { names, result: `${previous.line.result}, ${result}` };
      const line = { ...previous.line, ...changes, isUnseen: previous.line.isUnseen || isEventUnseen(view) };
      this.pendingLine = { ...previous, count, line };
      return;
    }
    yield* this.flushPending();
    const share = view.count > 0 ? sentences.drawnOf(1, view.count) : sentences.NOTHING_THERE;
    const names = view.count > MAX_SHARED && !this.contents.books ? [] : [share];
    const where = { depth: this.levels.depth(), isUnseen: isEventUnseen(view) };
    const numbers = { number: this.throwCount, event: this.eventCount };
    const line = makeLine("roll", { text: DRAWN_TITLE, names, result, ...numbers, ...where });
    const of = view.count > 0 && !this.contents.books ? view.id : "";
    this.pendingLine = { groupKey: of, line, count: 1, level: this.levels.innermostPendingLevel };
  }

  /** Emit the buffered draw as the heading of a closing level (procedure or step) that contains nothing else. */
  private *flushDrawAsHeading(levelIndex: number): LineGenerator {
    const pending = this.pendingLine;
    if (pending === null || pending.level < levelIndex) return;
    this.pendingLine = null;
    const { name, text } = this.levels.headingAt(pending.level);
    yield* this.tellHeadings(name);
    this.levels.dropHeading(pending.level);
    yield* this.emitLine({ ...pending.line, text, depth: this.levels.depth() });
  }

  /** Whether a sentence, `Sky: fog.`, only repeats the line of the throw before it. */
  private isRepetition(text: string): boolean {
    const [table, result] = this.lastResult;
    const [subject, colon, value] = partition(text.replace(/\.+$/, "").toLowerCase(), ": ");
    const titles = [table.toLowerCase(), partition(table.toLowerCase(), " ")[2]].filter(Boolean);
    const isCalled = titles.some((title) => subject.startsWith(title));
    return this.contents.rolls && !!colon && isCalled && value === result.toLowerCase();
  }

  /**
   * The purpose of a throw, in words: its table; without a table the result that the throw refines, or the open
   * heading.
   */
  private throwPurpose(view: RollView | BeforehandView): string {
    const name = tableLabel(view.table, view.title);
    if (view.table) return name;
    const [before, result] = this.lastResult;
    if (name && result && before.endsWith(name)) return `${name}: ${result}`;
    if (name) return name;
    return this.levels.innermost || "Dice";
  }

  /** Yield the line of a changed field: at level `books`, or if it is good or bad and no sentence mentions it. */
  private *tellChange(view: ChangeView, isSaid: boolean): LineGenerator {
    const owner = this.phrases.owners.get(fieldIdOf(view.field));
    const changed = this.changedFields.get(owner) ?? new Set();
    this.changedFields.set(owner, changed);
    const isFirst = !changed.has(view.field);
    changed.add(view.field);
    if (!this.contents.books && (isSaid || !view.tone)) return;
    const isNumber = isDecimal(view.old.replace(/^-+/, ""));
    if (!this.contents.rolls && (view.tone === "good" || isNumber)) return;
    const isFlag = view.new === "yes" || view.new === "no";
    const untold = isNumber ? !this.hasBegun : isFirst || isFlag;
    const dice = untold || view.old === "none" ? "" : view.oldTitle;
    const tone = isSaid ? "" : view.tone;
    const flagResult = view.new === "yes" ? "" : sentences.NO_LONGER;
    const result = isFlag && !this.contents.books ? flagResult : view.newTitle;
    yield* this.tellLine(makeLine("change", { text: view.title, dice, result, tone }), view);
  }

  /**
   * Buffer the line of an element that joins or leaves a list; consecutive elements share a line, except at level
   * `books`.
   */
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
    const where = { depth: this.levels.depth(), isUnseen: isEventUnseen(view), event: this.eventCount };
    const line = makeLine(kind, { text, names: [name], ...where });
    this.pendingLine = { groupKey: view.list, line, count: 1, level: -1 };
  }

  /** Emit the buffered line of draws or elements. */
  private *flushPending(): LineGenerator {
    const pending = this.pendingLine;
    this.pendingLine = null;
    if (pending === null) return;
    this.lineEvent = pending.line.event;
    if (pending.level < 0) {
      yield* this.emitLine(pending.line);
    } else {
      yield* this.tellHeadings("");
      yield* this.emitLine({ ...pending.line, depth: this.levels.depth() });
    }
    this.lineEvent = -1;
  }

  /** Emit a buffered line, and the legend of its marks. */
  private *emitLine(line: StoryLine): LineGenerator {
    yield line;
    yield* this.explainMarks(line);
  }

  /** Emit the line of an event, below the pending headings. */
  private *tellLine(line: StoryLine, view: View | null, name = "", unseen = false): LineGenerator {
    yield* this.flushPending();
    yield* this.tellHeadings(name);
    const placed = { ...line, depth: this.levels.depth(), isUnseen: unseen || (view !== null && isEventUnseen(view)) };
    yield placed;
    yield* this.explainMarks(placed);
  }

  /** Emit the legend of a line's marks at their first use. */
  private *explainMarks(line: StoryLine): LineGenerator {
    for (const [name, stands] of [
      [UNSEEN, line.isUnseen],
      [TONES, line.tone !== ""],
    ] as const) {
      if (!stands || !this.explainsMarks || this.explainedLegends.has(name)) continue;
      this.explainedLegends.add(name);
      yield makeLine("legend", { text: name, depth: line.depth });
    }
  }

  // --- headings

  /** Emit all pending headings on one line, except one that equals `name`. */
  private *tellHeadings(name: string): LineGenerator {
    if (!this.levels.hasPendingHeadings || !this.contents.rolls) return;
    const heading = this.levels.takeHeadings(name);
    if (heading === null) return;
    yield* this.flushPending();
    yield makeLine("heading", heading);
  }

  /** Open the level of a procedure or step, and emit its heading if it is a chapter. */
  private *enterLevel(view: EnterView): LineGenerator {
    const isHidden = this.levels.isHiddenIn(view);
    if (isHidden && !this.levels.isHidden && view.title) {
      yield* this.tellLine(makeLine("limit", { text: sentences.unseenLimit(view.title) }), view);
    }
    const text = isHidden ? "" : renderHeading(view);
    if (text) yield* this.flushPending();
    if (this.levels.enter(view, this.eventCount)) yield makeLine("chapter", { text });
  }

  /** Close the level of a procedure or step, and forget its changes. */
  private *leaveLevel(name: string): LineGenerator {
    const levelIndex = this.levels.findClosingLevel(name);
    if (levelIndex >= 0) {
      yield* this.flushDrawAsHeading(levelIndex);
      const lastNews = Math.max(this.lastNews, this.pendingLine?.line.event ?? -1);
      if (this.levels.endsBeatAt(levelIndex, lastNews)) {
        yield* this.flushPending();
        this.beat = this.eventCount + 1;
      }
    }
    this.levels.leave(name);
    this.changedFields.delete(name);
  }
}

/** Describe what only another player sees, or nobody. */
function hiddenText({ name, title, whose, whoseTitle }: HiddenView): string {
  const shown = title || capitalizeFirst(name.replaceAll("_", " "));
  return whose === "none" ? sentences.unseenLimit(shown) : sentences.limitSeenBy(shown, whoseTitle);
}
