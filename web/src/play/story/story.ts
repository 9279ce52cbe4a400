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
import { isThrow, toldValues } from "../../engine/views";
import type { Detail, EntryName } from "../../modes";
import type { RowInfo } from "../../rules/program";
import { isDecimal, partition } from "../../text";
import { DRAWN } from "../dice/wanted";
import type { StoryLine } from "./classes";
import { Levels } from "./levels";
import { storyLine, TELLS, TONES, UNSEEN } from "./line";
import { BY_RULES, isGiven, label, type Phrases, SPEECHLESS, toldCondition, toldResult } from "./phrases";
import { entitled, fieldOf, heading, isUnseen, outcome, thrown, toldInWords } from "./words";

type Lines = Generator<StoryLine, void, undefined>;

/**
 * A line that waits for more of its kind.
 *
 * `of` is what they have in common: the id of the list that elements join or leave, or of the draw; empty for nothing.
 * `level` is, of a draw, the number of the level that it is made in, if its heading was not told yet; else -1.
 */
interface Gathering {
  readonly of: string;
  readonly line: StoryLine;
  readonly count: number;
  readonly level: number;
}

/** What is told of, whoever sees the step that it happens in: by the fields and lists. */
const BY_FIELDS: ReadonlySet<View["event"]> = new Set(["enter", "leave", "change", "element", "outcome"]);

/** How many of the outermost levels are chapters. */
export const CHAPTERS: Readonly<Record<EntryName, number>> = { mission: 1, career: 2 };

/** How a story is told. */
export interface Telling {
  /** What people call the things of the program. */
  readonly phrases?: Phrases;
  /** How much is told. */
  readonly detail?: Detail;
  /** Whether the player's answers are told, too: not while he gives them and sees them already. */
  readonly answers?: boolean;
  /** Why an answer was given without asking, by the number of its event; empty where it was asked for. */
  readonly behind?: (event: number) => string;
  /** How many of the outermost levels are chapters: {@link CHAPTERS}; left out, as of a mission. */
  readonly outer?: number;
}

/** Turns events into lines, in their order. */
export class Story {
  readonly phrases: Phrases;
  /** How much is told; may change on the way. */
  detail: Detail;
  readonly answers: boolean;
  readonly behind: (event: number) => string;
  readonly outer: number;
  /** How many throws, and results without one, there were. */
  throws = 0;
  private events = 0;
  private levels: Levels;
  private waiting: RollView | BeforehandView | null = null;
  private gathering: Gathering | null = null;
  private last: readonly [table: string, result: string] = ["", ""];
  private said = "";
  private hasBegun = false;
  private explained = new Set<string>();
  private unseen = new Set<string | null>();
  private changed = new Map<string | undefined, Set<string>>();

  constructor(telling: Telling = {}) {
    this.phrases = telling.phrases ?? SPEECHLESS;
    this.detail = telling.detail ?? "rolls";
    this.answers = telling.answers ?? true;
    this.behind = telling.behind ?? (() => "");
    this.outer = telling.outer ?? CHAPTERS.mission;
    this.levels = new Levels(this.outer);
  }

  private get tells() {
    return TELLS[this.detail];
  }

  // --- what is asked of it

  /** The lines of the next events. A throw at their end waits for its result, which stands on the same line. */
  tell(views: readonly View[]): StoryLine[] {
    const said = toldInWords(views, this.phrases.records);
    const lines: StoryLine[] = [];
    views.forEach((view, at) => {
      lines.push(...this.told(view, said.has(at)));
      this.events += 1;
    });
    return lines;
  }

  /** What still waits. */
  rest(): StoryLine[] {
    return [...this.resolved(""), ...this.gathered()];
  }

  /**
   * What still waits, and the headings above a question of this name.
   *
   * Where it offers to throw the last dice again, `offersAgain`, they are told, however little else is.
   */
  announce(name: string, offersAgain = false): StoryLine[] {
    return [...this.resolved("", "", offersAgain), ...this.rest(), ...this.headings(name)];
  }

  /** The lines of events up to where nothing waits any more. */
  whole(views: readonly View[]): StoryLine[] {
    return [...this.tell(views), ...this.rest()];
  }

  /** The same story, which goes on from here by itself. */
  copied(): Story {
    const copy = new Story(this);
    copy.throws = this.throws;
    copy.events = this.events;
    copy.levels = this.levels.copied();
    copy.waiting = this.waiting;
    copy.gathering = this.gathering;
    copy.last = this.last;
    copy.said = this.said;
    copy.hasBegun = this.hasBegun;
    copy.explained = new Set(this.explained);
    copy.unseen = new Set(this.unseen);
    copy.changed = new Map([...this.changed].map(([owner, fields]) => [owner, new Set(fields)]));
    return copy;
  }

  // --- one event

  private *told(view: View, isSaid: boolean): Lines {
    if (this.levels.isHidden && !BY_FIELDS.has(view.event)) {
      if (isThrow(view)) this.throws += 1;
      return;
    }
    if (view.event === "choice" && view.offer && view.answer === "keep") return;
    const waiting = this.waiting;
    if (view.event === "result" && waiting !== null && waiting.table === view.table) {
      const given = this.isNamed(waiting.row, view.values) ? "" : toldValues(view.values);
      yield* this.resolved(given, entitled(waiting.row, given));
      return;
    }
    yield* this.resolved("");
    switch (view.event) {
      case "enter":
        yield* this.enter(view);
        break;
      case "leave":
        yield* this.leave(view.name);
        break;
      case "roll":
      case "beforehand":
        this.throws += 1;
        this.hasBegun = true;
        this.waiting = view;
        break;
      case "draw":
        this.throws += 1;
        this.hasBegun = true;
        yield* this.drawn(view);
        break;
      case "say":
        this.hasBegun = true;
        if (!view.tone && this.repeats(view.text)) break;
        this.said = view.text;
        yield* this.line(storyLine("news", { text: view.text, tone: view.tone }), view);
        break;
      case "element":
        if (view.title) yield* this.element(view, isSaid);
        break;
      case "change":
        if (view.title) yield* this.change(view, isSaid);
        break;
      case "outcome":
        yield* this.gathered();
        this.levels.end();
        if (view.fault || !this.said.replace(/\.+$/, "").endsWith(`: ${view.title}`)) {
          yield storyLine("end", { text: outcome(view), tone: view.fault ? "bad" : "" });
        }
        break;
      case "result":
      case "choice":
      case "move":
      case "limit":
        if (this.tells.rolls) yield* this.otherwise(view);
        break;
      case "pile":
        break;
      default:
        unreachable(view);
    }
  }

  /** What is told beside dice. */
  private *otherwise(view: ResultView | ChoiceView | MoveView | LimitView): Lines {
    switch (view.event) {
      case "result": {
        const [name, given] = [label(view.table, view.title), toldValues(view.values)];
        if (given && given.toLowerCase() !== this.last[1].toLowerCase()) {
          const line = storyLine("result", { text: name, result: given });
          yield* this.line(line, view, name, this.unseen.has(view.table));
        }
        break;
      }
      case "choice": {
        this.hasBegun = true;
        const by = view.by === "player" ? "" : view.by;
        const behind = this.behind(this.events);
        const line = storyLine("answer", { text: view.prompt, by, result: view.answerTitle, behind });
        // What may be chosen is nothing that happened: only the books mark what it rests on.
        if (this.answers || by || behind) yield* this.line(line, this.tells.books ? view : null, view.prompt);
        break;
      }
      case "move":
        if (view.title && this.tells.books) {
          const result = `${view.first ? "first" : "last"} of ${view.title}`;
          yield* this.line(storyLine("change", { text: view.elementTitle, result }), view);
        }
        break;
      case "limit":
        yield* this.line(storyLine("limit", { text: view.text }), view);
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
  private isNamed(row: RowInfo | null, values: readonly Told[]): boolean {
    if (row === null || !row.title) return false;
    const parts = values.length > 1 && isGiven(this.phrases, row.text);
    return values.every((value) => value.name === "none") || (parts && !this.tells.books);
  }

  /**
   * The line of the throw that waits, with what it led to.
   *
   * `result` is what its table gave, empty where its row says that; `shownAs` the same as it is shown, if that is other;
   * `always` says whether it is told at every level.
   */
  private *resolved(result: string, shownAs = "", always = false): Lines {
    const view = this.waiting;
    this.waiting = null;
    if (view === null) return;
    const shown = result || (view.row ? toldResult(this.phrases, view.row) : "");
    const name = this.purpose(view);
    this.last = [label(view.table, view.title), shown];
    if (!this.tells.rolls && !always) return;
    const how =
      view.event === "roll" ? thrown(view) : { reason: toldCondition(this.phrases, view.row.label) || BY_RULES };
    const unseen = isUnseen(view);
    if (unseen) this.unseen.add(view.table);
    else this.unseen.delete(view.table);
    const line = storyLine("roll", { text: name, result: shownAs || shown, number: this.throws, ...how });
    yield* this.line(line, null, name, unseen);
  }

  /** What was drawn at random: one line for all that is drawn in one place, with nothing told between. */
  private *drawn(view: DrawView): Lines {
    if (!this.tells.rolls) return;
    const result = view.count > 0 ? partition(view.drawnTitle, " #")[0] : "";
    const before = this.gathering;
    if (before !== null && before.of === view.id && view.count > 0) {
      const count = before.count + 1;
      const names = [`${count} of ${before.line.names[0]!.split(" ").at(-1)}`];
      const told = { names, result: `${before.line.result}, ${result}` };
      const line = { ...before.line, ...told, isUnseen: before.line.isUnseen || isUnseen(view) };
      this.gathering = { ...before, count, line };
      return;
    }
    yield* this.gathered();
    const names = [view.count > 0 ? `1 of ${view.count}` : "nothing there"];
    const where = { depth: this.levels.depth(), isUnseen: isUnseen(view) };
    const line = storyLine("roll", { text: DRAWN, names, result, number: this.throws, ...where });
    const of = view.count > 0 && !this.tells.books ? view.id : "";
    this.gathering = { of, line, count: 1, level: this.levels.innermostUntold };
  }

  /** What was drawn, where it is all that was told in a level that is left: it stands on the line of its heading. */
  private *drawnAlone(left: number): Lines {
    const waiting = this.gathering;
    if (waiting === null || waiting.level < left) return;
    this.gathering = null;
    const { name, text } = this.levels.alone(waiting.level);
    yield* this.headings(name);
    this.levels.withoutHeading(waiting.level);
    yield* this.waited({ ...waiting.line, text, depth: this.levels.depth() });
  }

  /** Whether a sentence, `Sky: fog.`, only says again what the line of the throw before it has said. */
  private repeats(text: string): boolean {
    const [table, result] = this.last;
    const [subject, colon, told] = partition(text.replace(/\.+$/, "").toLowerCase(), ": ");
    const title = partition(table.toLowerCase(), " ")[2];
    return this.tells.rolls && !!colon && !!title && told === result.toLowerCase() && subject.startsWith(title);
  }

  /** What dice are for: their table; where no table owns them, what they decide further, or what is being done. */
  private purpose(view: RollView | BeforehandView): string {
    const name = label(view.table, view.title);
    if (view.table) return name;
    const [before, result] = this.last;
    if (name && result && before.endsWith(name)) return `${name}: ${result}`;
    if (name) return name;
    return this.levels.innermost || "Dice";
  }

  /** A field changed: told in the books, and where it is good or bad and no word was said of it. */
  private *change(view: ChangeView, isSaid: boolean): Lines {
    const owner = this.phrases.owners.get(fieldOf(view.field));
    const changed = this.changed.get(owner) ?? new Set();
    this.changed.set(owner, changed);
    const isFirst = !changed.has(view.field);
    changed.add(view.field);
    if (!this.tells.books && (isSaid || !view.tone)) return;
    const isNumber = isDecimal(view.old.replace(/^-+/, ""));
    if (!this.tells.rolls && (view.tone === "good" || isNumber)) return;
    const untold = isNumber ? !this.hasBegun : isFirst || view.new === "yes" || view.new === "no";
    const dice = untold || view.old === "none" ? "" : view.oldTitle;
    const tone = isSaid ? "" : view.tone;
    yield* this.line(storyLine("change", { text: view.title, dice, result: view.newTitle, tone }), view);
  }

  /** An element joins a list, or leaves one; those that do so together stand on one line, but in the books. */
  private *element(view: ElementView, isSaid: boolean): Lines {
    const lasts = this.phrases.records.has(view.list);
    if (!this.tells.books && (lasts || (!this.tells.rolls && !view.joins))) return;
    if (this.tells.rolls && !this.tells.books && isSaid) return;
    const kind = view.joins ? "joins" : "leaves";
    const name = lasts ? partition(view.elementTitle, " #")[0] : view.elementTitle;
    const before = this.gathering;
    if (before !== null && !this.tells.books && before.of === view.list && before.line.kind === kind) {
      const unseen = before.line.isUnseen || isUnseen(view);
      const line = { ...before.line, names: [...before.line.names, name], isUnseen: unseen };
      this.gathering = { ...before, count: before.count + 1, line };
      return;
    }
    yield* this.gathered();
    yield* this.headings("");
    const text = lasts || !this.tells.rolls ? view.title : "";
    const line = storyLine(kind, { text, names: [name], depth: this.levels.depth(), isUnseen: isUnseen(view) });
    this.gathering = { of: view.list, line, count: 1, level: -1 };
  }

  /** The line that waits for more of its kind. */
  private *gathered(): Lines {
    const waiting = this.gathering;
    this.gathering = null;
    if (waiting === null) return;
    if (waiting.level < 0) {
      yield* this.waited(waiting.line);
    } else {
      yield* this.headings("");
      yield* this.waited({ ...waiting.line, depth: this.levels.depth() });
    }
  }

  /** A line that has waited. */
  private *waited(line: StoryLine): Lines {
    yield line;
    yield* this.legend(line);
  }

  /** A line of an event under its headings, those that were not told yet before it. */
  private *line(line: StoryLine, view: View | null, name = "", unseen = false): Lines {
    yield* this.gathered();
    yield* this.headings(name);
    const told = { ...line, depth: this.levels.depth(), isUnseen: unseen || (view !== null && isUnseen(view)) };
    yield told;
    yield* this.legend(told);
  }

  /** What a line's marks mean, where they stand for the first time. */
  private *legend(line: StoryLine): Lines {
    for (const [name, stands] of [
      [UNSEEN, line.isUnseen],
      [TONES, line.tone !== ""],
    ] as const) {
      if (!stands || this.explained.has(name)) continue;
      this.explained.add(name);
      yield storyLine("legend", { text: name, depth: line.depth });
    }
  }

  // --- headings

  /** The headings that were not told yet, on one line; one that only repeats `name` is left out. */
  private *headings(name: string): Lines {
    if (!this.levels.areUntold || !this.tells.rolls) return;
    const told = this.levels.tell(name);
    if (told === null) return;
    yield* this.gathered();
    yield storyLine("heading", told);
  }

  /** A procedure or a step begins; the outermost are chapters. */
  private *enter(view: EnterView): Lines {
    const isHidden = this.levels.isHiddenIn(view);
    if (isHidden && !this.levels.isHidden && view.title) {
      yield* this.line(storyLine("limit", { text: `${view.title}: nobody sees it.` }), view);
    }
    const text = isHidden ? "" : heading(view);
    if (text) yield* this.gathered();
    if (this.levels.enter(view)) yield storyLine("chapter", { text });
  }

  /** A procedure or a step is over; what it has changed is forgotten, too. */
  private *leave(name: string): Lines {
    const left = this.levels.left(name);
    if (left >= 0) yield* this.drawnAlone(left);
    this.levels.leave(name);
    this.changed.delete(name);
  }
}
