/** A player's seat at a game: what he does is done, stored, and only then shown. */

import { InputError } from "../../errors";
import type { Detail } from "../../modes";
import { recalled } from "../../play/debriefing/wording";
import { DRAWN } from "../../play/dice/wanted";
import { OddsClient } from "../../play/odds/client";
import { Steward } from "../../play/orders/steward";
import type { Play } from "../../play/play";
import { Chronicle } from "../../play/story/chronicle";
import { decided } from "../../play/story/decisions";
import { label, type Phrases, phrases } from "../../play/story/phrases";
import { CHAPTERS, Story } from "../../play/story/story";
import type { View } from "../../play/view";
import type { Unwritten } from "../../session/ledger";
import { closeAll } from "../dialogs";
import { h, sentence } from "../dom";
import { keepOn, type Ready } from "../keeping/games";
import type { Save, Standing } from "../keeping/saves";
import type { SaveContent } from "../looking/exporting";
import { prefer, preferences } from "../preferences";
import { announce, notify } from "../shell";
import { AskedView } from "./asked";
import { Bar } from "./bar";
import { Beside } from "./beside";
import { showDebriefings, whereYouWere } from "./debriefed";
import { DiceKept } from "./kept";
import { listen } from "./keys";
import { wayOn } from "./refused";
import { Sight } from "./sight";
import { StoredWatch } from "./stored";
import { StoryView } from "./story";
import { showThrow } from "./why";

/** The browser's storage does not take what was answered. */
class NotStored extends Error {}

/** A seat at a game. */
export class Seat {
  readonly steward: Steward;
  /** What people call the things of the game. */
  readonly phrases: Phrases;
  /** How much is told. */
  detail: Detail;
  readonly story: StoryView;
  readonly asked: AskedView;
  readonly beside: Beside;
  readonly sight: Sight;
  readonly bar: Bar;
  readonly element: HTMLElement;
  /** The game where the player is wanted; null before it is come to. */
  view: View | null = null;
  private readonly chronicle: Chronicle;
  /** How many events were shown. */
  private seen = 0;
  /** All lines of the save: those that are stored and, behind them, those that are to be. */
  private readonly lines: string[];
  /** The procedure before which play is to stop; empty for none. */
  private until: string;
  private isBusy = false;
  private readonly stored = new StoredWatch(this);
  /** Dice that were typed beforehand. */
  readonly kept = new DiceKept();
  /** Works out odds. */
  readonly odds: OddsClient;
  private readonly away = new AbortController();

  /** @param lines - The lines of the save that are stored. */
  constructor(
    public save: Save,
    lines: readonly string[],
    readonly ready: Ready,
    readonly play: Play,
    private readonly keeper: Unwritten,
  ) {
    this.lines = [...lines];
    this.until = save.until;
    const { ask, tell } = preferences();
    this.steward = new Steward(play, ask);
    this.phrases = phrases(ready.game.program);
    this.detail = tell;
    this.chronicle = new Chronicle(
      (start) => play.events(start),
      () => this.begun(),
    );
    this.story = new StoryView((number) => showThrow(this, number));
    this.odds = new OddsClient(play.session.game, () => new Worker("odds.js"));
    this.asked = new AskedView(this);
    this.beside = new Beside(this);
    this.bar = new Bar(this);
    this.sight = new Sight(this.asked.element, this.bar.below, () => this.asked.focus());
    this.element = h(
      "div",
      { class: "table" },
      h("div", { class: "told" }, this.story.element, this.asked.element),
      this.beside.element,
      this.sight.element,
      this.bar.below,
    );
  }

  /** Begin, or go on where one was: all is ready before it stands in the page. */
  come(): Promise<void> {
    return this.do(() => {});
  }

  /** Be there, as it stands in the page. */
  sit(): void {
    listen(this, this.away.signal);
    this.stored.begin(this.away.signal);
    this.asked.focus();
    if (this.view !== null) this.arrive(this.view);
    for (const note of this.play.session.notes) announce(sentence(note));
  }

  /** Leave; all that was answered is stored. */
  leave(): void {
    this.away.abort();
    this.odds.close();
    this.sight.stop();
    this.beside.stop();
    closeAll();
  }

  /** Whether somebody who left is not to be shown anything more. */
  get isLeft(): boolean {
    return this.away.signal.aborted;
  }

  /** Whether something is being done, or somebody has left. */
  get isAway(): boolean {
    return this.isBusy || this.isLeft;
  }

  /** Do something, and go on to where the player is wanted; nothing while something else is being done. */
  async do(move: () => void): Promise<void> {
    if (this.isAway) return;
    this.isBusy = true;
    try {
      this.attempt(move);
      const view = this.reached();
      const since = this.tell(view);
      await this.keep(view);
      if (this.isLeft) return;
      this.view = view;
      this.show(view, since);
    } catch (error) {
      this.wrong(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Go on from where play was to stop. */
  playOn(): Promise<void> {
    return this.do(() => {
      this.until = "";
      this.play.playOn();
    });
  }

  /** Do something; what is wrong with it is said when the game is shown as it stands then. */
  private attempt(move: () => void): void {
    try {
      move();
    } catch (error) {
      if (!(error instanceof InputError) || this.play.isStuck) throw error;
      this.asked.remark = sentence(error);
    }
  }

  /** The game where the player is wanted; dice that he typed beforehand are used. */
  private reached(): View {
    let view = this.steward.view();
    for (let faces = this.typedFor(view); faces !== null; faces = this.typedFor(view)) {
      this.play.throw(faces);
      view = this.steward.view();
    }
    if (view.question?.offer !== true) {
      const left = this.kept.clear();
      if (left.length > 0) notify(`Not used of what you typed: ${left.join(" ")}.`);
    }
    return view;
  }

  private typedFor({ roll }: View): readonly number[] | null {
    return roll?.is === "RollSite" ? this.kept.take(roll.dice) : null;
  }

  /** Store what has come together. */
  private async keep(view: View): Promise<void> {
    this.lines.push(...this.keeper.take());
    const now = this.standing(view);
    const { lines, standing, until } = this.save;
    const isSame = this.lines.length === lines && now.standing === standing && now.until === until;
    if (isSame && !this.stored.isLost) return;
    try {
      this.save = await keepOn(this.ready, this.save, this.lines, now, () => this.stored.again());
    } catch (error) {
      throw new NotStored(sentence(error));
    }
  }

  /** What this page holds of the save, whether the storage does or not. */
  get content(): SaveContent {
    return { lines: this.lines, file: this.ready.file };
  }

  /** Where the game stands, in words: the last chapter, and the last heading in it; or how it ended. */
  private standing({ outcome }: View): Standing {
    const { until } = this;
    if (outcome !== null) return { standing: `Over: ${outcome.title}`, isOver: true, until };
    const { lines } = this.chronicle;
    const last = lines.map((line) => line.kind).lastIndexOf("chapter");
    const heading = lines
      .slice(last + 1)
      .filter((line) => line.kind === "heading")
      .at(-1);
    return {
      standing: [lines[last]?.text, heading?.names.at(-1)].filter(Boolean).join(" › ") || "Begun",
      isOver: false,
      until,
    };
  }

  private begun(): Story {
    const outer = CHAPTERS[this.play.session.header.entry];
    const behind = (event: number): string => this.steward.why(event);
    return new Story({ phrases: this.phrases, detail: this.detail, behind, outer });
  }

  /** Tell what has happened; how many events were told before and still count, 0 where it is told anew. */
  private tell(view: View): number {
    const since = view.kept >= this.seen ? this.seen : 0;
    this.chronicle.tell(since || view.kept, askedOf(view), view.question?.offer ?? false);
    this.seen = this.play.session.happened;
    return since;
  }

  private show(view: View, since: number): void {
    const isFirst = this.story.isEmpty;
    this.element.querySelector(".recalled")?.remove();
    // What had the focus goes first: the browser lays out all that has changed before it lets go of it.
    this.asked.show(view);
    this.story.show(this.chronicle.lines);
    this.beside.show();
    this.bar.show(view);
    this.sight.lead(view.outcome !== null);
    if (!this.element.isConnected) return;
    if (!isFirst) this.story.showFresh(this.asked.element);
    if (since > 0) showDebriefings(this, since);
    else this.asked.focus();
    if (isFirst) this.arrive(view);
  }

  /** Begin at the beginning; or, as the game is taken up again, say where one was, or how it ended. */
  private arrive({ outcome }: View): void {
    if (decided(this.play.session) === 0) return;
    if (outcome === null) this.recall();
    this.asked.element.scrollIntoView({ block: "end" });
  }

  /** Say where one was, as the game is taken up again. */
  private recall(): void {
    const where = recalled(this.chronicle.lines, this.beside.sheet.groups());
    this.asked.element.before(whereYouWere(this, where));
  }

  /** Tell all anew: more or less of it, or by other names. */
  retell(detail: Detail = this.detail): void {
    if (this.view === null) return;
    this.detail = detail;
    prefer({ tell: detail });
    this.chronicle.anew(askedOf(this.view), this.view.question?.offer ?? false);
    this.story.clear();
    this.story.show(this.chronicle.lines);
    this.story.showFresh(this.asked.element);
  }

  /** Show something of the game that changes nothing; what is in the way is said. */
  look(show: () => void): void {
    try {
      show();
    } catch (error) {
      this.wrong(error);
    }
  }

  private wrong(error: unknown): void {
    if (error instanceof NotStored) {
      this.asked.showUnstored(sentence(error));
      return;
    }
    if (!(error instanceof InputError)) console.error(error);
    if (this.play.isStuck || this.view === null) this.asked.showStuck(sentence(error), wayOn(this.save, error));
    else this.asked.complain(sentence(error));
  }
}

/** What the last headings are told of; null where nothing is awaited. */
function askedOf(view: View): string | null {
  if (view.roll?.is === "DrawSite") return DRAWN;
  return view.question?.prompt ?? (view.roll && label(view.roll.table, view.roll.title));
}
