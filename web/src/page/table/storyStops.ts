/** The stops of a game's story: what stands in the page at each is as it was then. */

import type { Describer } from "../../engine/describe";
import type { Pace } from "../../modes";
import type { WantedDice } from "../../play/dice/throws";
import { isThrowOfDice } from "../../play/pacing/beats";
import { PacedStory, type StoryStop } from "../../play/pacing/pacedStory";
import { PastStates } from "../../play/pacing/pastStates";
import { countEventsOfState } from "../../play/pacing/shownState";
import { describePastThrow, withStakes } from "../../play/pacing/stakes";
import type { StoryLine } from "../../play/story/classes";
import { Headings } from "../../play/story/headings";
import type { Session } from "../../session/session";

/** The stops of a story in play, with the state and the open headings at each. */
export class StoryStops {
  private readonly paced: PacedStory;
  private readonly states: PastStates;
  /** The lines of throws with what was at stake, by those without. */
  private readonly stakedLines = new Map<StoryLine, StoryLine>();
  /** The headings that were open before the first of the new lines. */
  private earlierHeadings = new Headings();

  /** Start at the beginning of a session's story, whose present lines `lines` returns, at a pace. */
  constructor(
    private readonly session: Session,
    private readonly lines: () => readonly StoryLine[],
    pace: Pace,
  ) {
    this.paced = new PacedStory(pace);
    this.states = new PastStates(session);
  }

  get pace(): Pace {
    return this.paced.pace;
  }

  set pace(pace: Pace) {
    this.paced.setPace(this.lines(), pace);
  }

  /** The stop at which the story waits; null if all of it is shown. */
  get current(): StoryStop | null {
    return this.paced.stop;
  }

  /** Whether there is a stop before this one, since the last answer. */
  get hasPrevious(): boolean {
    return this.paced.hasPrevious;
  }

  /** The lines that are shown; beat by beat, throws say what was at stake, for no stop has said so before. */
  get shownLines(): readonly StoryLine[] {
    const lines = this.lines().slice(0, this.paced.lineCount);
    return this.stakedLines.size === 0 ? lines : lines.map((line) => this.stakedLines.get(line) ?? line);
  }

  /** The number of events of which the player has read. */
  get eventCount(): number {
    return this.current?.eventCount ?? this.session.eventCount;
  }

  /** The number of events of the state beside the shown lines. */
  get stateEventCount(): number {
    const { current, session } = this;
    if (current === null) return session.eventCount;
    return countEventsOfState(session, { ...current, lines: this.lines().slice(0, current.lineCount) })!;
  }

  /** The describer of the state beside the shown lines. */
  get describer(): Describer {
    const { current, session } = this;
    if (current === null) return session.describer;
    const following = this.paced.followingParts(this.lines());
    return this.states.after(
      this.stateEventCount,
      following.flatMap((part) => countEventsOfState(session, part) ?? []),
    );
  }

  /**
   * The dice that fall next, which without a title of their own are called as in the story; null if none fall before
   * the next stop.
   */
  get nextThrow(): WantedDice | null {
    const event = this.current?.nextThrow ?? null;
    const wanted = event === null ? null : describePastThrow(this.session, event);
    if (wanted === null || wanted.table || wanted.title) return wanted;
    const line = this.lines().find((each) => each.kind === "roll" && each.event === event);
    return { ...wanted, title: line?.text ?? "" };
  }

  /** The headings that are open at the current stop, of those `open` now. */
  openHeadings(open: Headings): Headings {
    if (this.current === null) return open;
    return this.headingsAfter(this.stateEventCount, this.earlierHeadings);
  }

  /** The headings that are open after a number of events, from those that were open earlier. */
  private headingsAfter(eventCount: number, earlier: Headings): Headings {
    const headings = new Headings(earlier.open, earlier.followedEvents);
    for (const view of this.session.journal.views(headings.followedEvents)) {
      if (headings.followedEvents >= eventCount) break;
      headings.follow(view);
    }
    return headings;
  }

  /** Note the headings that are open before a move, unless the story waits at a stop. */
  beforeMove(open: Headings): void {
    if (this.current === null) this.earlierHeadings = new Headings(open.open, open.followedEvents);
  }

  /**
   * Show the first part of new lines, behind the first `known` ones; at a stop these wait until the player goes on.
   * `missionEnds` are the numbers of events at which missions have ended in the lines that are not shown yet.
   */
  begin(known: number, missionEnds: readonly number[]): void {
    this.states.clear();
    this.paced.setMissionEnds(this.lines(), missionEnds);
    if (this.current === null) this.advance(() => this.paced.begin(this.lines(), known), known);
  }

  /**
   * Count the events of which the player will have read once new lines, those behind the first `known` ones, are begun;
   * null for all. Where missions end, `missionEnds`, is as in {@link begin}.
   */
  countAfterBegin(known: number, missionEnds: readonly number[]): number | null {
    if (this.current !== null) return this.current.eventCount;
    this.paced.setMissionEnds(this.lines(), missionEnds);
    return this.paced.findStop(this.lines(), known)?.eventCount ?? null;
  }

  /**
   * Wait again at the stop at which the player left the game, behind the first `eventCount` events; returns whether
   * there is anything to wait for.
   */
  resume(eventCount: number): boolean {
    this.states.clear();
    if (!this.paced.resume(this.lines(), eventCount)) return false;
    this.earlierHeadings = this.headingsAfter(this.stateEventCount, new Headings());
    return true;
  }

  /** Show the next part. */
  goOn(): void {
    this.advance(() => this.paced.goOn(this.lines()), this.paced.lineCount);
  }

  /** Show more lines, behind the first `known` ones, by an action; beat by beat with what was at stake. */
  private advance(action: () => void, known: number): void {
    action();
    if (this.pace !== "beats") return;
    const lines = this.lines().slice(known, this.paced.lineCount).filter(isThrowOfDice);
    for (const [at, line] of withStakes(this.session, lines).entries()) this.stakedLines.set(lines[at]!, line);
  }

  /** Go back to the stop before this one; returns whether there is one since the last answer. */
  goBack(): boolean {
    return this.paced.goBack();
  }

  /** Show everything, without a stop. */
  skip(): void {
    this.states.clear();
    this.paced.skip(this.lines());
  }

  /** Keep the place in the story, whose lines were made anew. */
  replace(): void {
    this.states.clear();
    this.stakedLines.clear();
    this.paced.replace(this.lines());
  }
}
