/**
 * Luck measured: each throw of a game that a measure of luck counts, against the distribution that it had there.
 *
 * The game is replayed, and every such throw is judged in the state as it was, with the answers as they were given. So
 * luck judges dice, not play.
 */

import { type AsideEvaluator, Asides } from "../../engine/derivedValues";
import { JudgedThrow, UnknownRowError } from "../../engine/judgedThrows";
import { roundTo } from "../../numberFormat";
import type { Dice } from "../../rules/dice";
import type { JudgedTable, Luck, Program, RollSite } from "../../rules/program";
import type { Session } from "../../session/session";
import { missionTitle } from "../debriefing/debriefing";
import { findBoundarySites, visitStates } from "../debriefing/missions";
import { CAREER } from "../sheet/sheet";
import type { LuckRecord, MeasuredLuck, MissionLuck } from "./classes";
import {
  CERTAIN_ZERO,
  chanceAbove,
  chanceBelow,
  chancesOfDice,
  convolve,
  type Distribution,
  distributionOf,
  meanOf,
  varianceOf,
} from "./distribution";

/** The decimals of published figures. */
export const ROUNDED_DIGITS = 6;

/** What throws counted, with the distribution of what they could count. */
interface Fallen {
  /** How many throws count. */
  readonly throws: number;
  /** What they counted. */
  readonly counted: number;
  /** The sum of the means. */
  readonly expected: number;
  /** The sum of the variances. */
  readonly variance: number;
  /** The distribution of the sum. */
  readonly distribution: Distribution;
}

/** A throw of the journal that measures of luck count. */
interface JudgedEvent {
  /** The index of its event. */
  readonly event: number;
  /** What it counted, by the measure's number; null if it cannot be judged. */
  readonly fallen: ReadonlyMap<number, Fallen> | null;
}

const NOTHING_FALLEN: Fallen = { throws: 0, counted: 0, expected: 0, variance: 0, distribution: CERTAIN_ZERO };

/** Judges throws of a program by its measures of luck; equal throws are computed once. */
class ThrowJudge {
  private readonly tables: ReadonlyMap<string, JudgedTable>;
  private readonly known = new Map<string, Fallen>();

  /** Make the judge of a program's throws. */
  constructor(private readonly program: Program) {
    this.tables = new Map(program.judged_tables.map((table) => [table.table, table]));
  }

  /** The throw of a site that a measure of luck counts; null for other sites. */
  countedSite(number: number): RollSite | null {
    const site = this.program.sites[number]; // the end of a run has no site
    return site?.is === "RollSite" && site.table !== null && this.tables.has(site.table) ? site : null;
  }

  /** What a throw counted, by the number of each measure that counts it; null if it cannot be judged. */
  judge(
    site: RollSite,
    integers: readonly number[],
    openState: () => AsideEvaluator,
  ): ReadonlyMap<number, Fallen> | null {
    const thrown = new JudgedThrow(this.tables.get(site.table!)!, site.dice, integers, openState);
    try {
      const rows = thrown.findRows();
      const found = new Map<number, Fallen>();
      for (const [number, luck] of this.program.lucks.entries()) {
        const counts = thrown.counts(luck);
        if (counts.length) found.set(number, this.fallen(site.dice, thrown.outcome, rows, counts));
      }
      return found;
    } catch (error) {
      if (error instanceof UnknownRowError) return null;
      throw error;
    }
  }

  /** What a throw counted by one measure, from the row of each number and what each row counts. */
  private fallen(dice: Dice, outcome: number, rows: ReadonlyMap<number, number>, counts: readonly number[]): Fallen {
    const key = JSON.stringify([dice, outcome, [...rows], counts]);
    const known = this.known.get(key);
    if (known) return known;
    const fallen = fallenOf(dice, outcome, rows, counts);
    this.known.set(key, fallen);
    return fallen;
  }
}

/** What one throw counted, with the distribution of what it could count. */
function fallenOf(dice: Dice, outcome: number, rows: ReadonlyMap<number, number>, counts: readonly number[]): Fallen {
  /** What a number on the dice counts; without a row nothing. */
  const countOf = (number: number): number => (rows.get(number)! >= 0 ? counts[rows.get(number)!]! : 0);
  const chances = new Map<number, number>();
  for (const [number, chance] of chancesOfDice(dice)) {
    const count = countOf(number);
    chances.set(count, (chances.get(count) ?? 0) + chance);
  }
  const distribution = distributionOf(chances);
  return {
    throws: 1,
    counted: countOf(outcome),
    expected: meanOf(distribution),
    variance: varianceOf(distribution),
    distribution,
  };
}

/** Add what a throw counted to what others did. */
function addFallen(sum: Fallen, more: Fallen): Fallen {
  return {
    throws: sum.throws + more.throws,
    counted: sum.counted + more.counted,
    expected: sum.expected + more.expected,
    variance: sum.variance + more.variance,
    distribution: convolve(sum.distribution, more.distribution),
  };
}

/** Judge every throw of a game that a measure of luck counts, from the event `start` on, before the event `stop`. */
function judgeThrows(session: Session, start = 0, stop = session.eventCount): JudgedEvent[] {
  const { events } = session.journal;
  const judge = new ThrowJudge(session.program);
  const wanted: number[] = [];
  for (let at = start; at < stop; at++) if (judge.countedSite(events[at]![0]!)) wanted.push(at);
  const judged: JudgedEvent[] = [];
  const asides = new Asides(session.game.asides);
  try {
    visitStates(session, wanted, (event, slots) => {
      const [number, ...integers] = events[event]!;
      let evaluator: AsideEvaluator | null = null;
      /** Make the evaluator of this state once, if anything of the throw needs it. */
      const openState = (): AsideEvaluator => {
        evaluator ??= asides.evaluatorAt(slots);
        return evaluator;
      };
      judged.push({ event, fallen: judge.judge(judge.countedSite(number!)!, integers, openState) });
    });
  } finally {
    asides.close();
  }
  return judged;
}

/** Find the events at which missions begin, of a career or of one played alone. */
function findMissionBegins(session: Session): number[] {
  const sites = findBoundarySites(session, "EnterSite");
  const { events } = session.journal;
  return [...events.keys()].filter((at) => sites.has(events[at]![0]!));
}

/** Measure the luck of a game, of each mission and of all; throws between two missions belong to the first. */
export function measureLuck(session: Session): LuckRecord {
  const begins = findMissionBegins(session);
  const judged = judgeThrows(session);
  const { lucks } = session.program;
  let totals: readonly Fallen[] = lucks.map(() => NOTHING_FALLEN);
  let unjudged = 0;
  const missions = begins.map((begin, number): MissionLuck => {
    const first = number ? begin : 0;
    const last = begins[number + 1] ?? session.journal.events.length;
    const mine = judged.filter(({ event }) => first <= event && event < last);
    const fallen = addByMeasure(mine, lucks.length);
    totals = totals.map((total, at) => addFallen(total, fallen[at]!));
    const missed = countUnjudged(mine);
    unjudged += missed;
    return { title: missionTitle(session, begin), measures: measuresOf(lucks, fallen), unjudged: missed };
  });
  return {
    game: session.program.game,
    career: session.header.entry === CAREER,
    missions,
    total: measuresOf(lucks, totals),
    unjudged,
  };
}

/**
 * Measure the luck of the mission that is under way, or was the last, so far; null before the first. Only the first
 * `eventCount` events count: those that the player has seen.
 */
export function measureMissionLuck(session: Session, eventCount = session.eventCount): MissionLuck | null {
  const begins = findMissionBegins(session).filter((begin) => begin < eventCount);
  const begin = begins.at(-1);
  if (begin === undefined) return null;
  const judged = judgeThrows(session, begins.length > 1 ? begin : 0, eventCount);
  const { lucks } = session.program;
  const measures = measuresOf(lucks, addByMeasure(judged, lucks.length));
  return { title: missionTitle(session, begin), measures, unjudged: countUnjudged(judged) };
}

/** Count the throws that could not be judged. */
function countUnjudged(throws: readonly JudgedEvent[]): number {
  return throws.filter(({ fallen }) => fallen === null).length;
}

/** Add up what throws counted, by each of `count` measures. */
function addByMeasure(throws: readonly JudgedEvent[], count: number): Fallen[] {
  const totals = new Array<Fallen>(count).fill(NOTHING_FALLEN);
  for (const { fallen } of throws)
    for (const [number, each] of fallen ?? []) totals[number] = addFallen(totals[number]!, each);
  return totals;
}

/** Make the figures of each measure from what the throws counted. */
function measuresOf(lucks: readonly Luck[], fallen: readonly Fallen[]): MeasuredLuck[] {
  return lucks.map(({ name, title, matters }, at) => {
    const { throws, counted, expected, variance, distribution } = fallen[at]!;
    const better = matters === "good" ? chanceAbove(distribution, counted) : chanceBelow(distribution, counted);
    return {
      name,
      title,
      matters,
      throws,
      counted,
      expected: roundTo(expected, ROUNDED_DIGITS),
      deviation: roundTo(Math.sqrt(variance), ROUNDED_DIGITS),
      better: roundTo(better, ROUNDED_DIGITS),
    };
  });
}

/** Whether any measure has counted a throw. */
export function hasThrows(measures: readonly MeasuredLuck[]): boolean {
  return measures.some((measured) => measured.throws > 0);
}
