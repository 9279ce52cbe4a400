/** The odds of a question's answers in a game in play: the consequences of each, if the autopilot plays on. */

import { rolloutSeed } from "../../engine/dice";
import type { ProgramModule } from "../../engine/machine";
import { answerIndices } from "../../engine/policies";
import { PLAYER, type Question } from "../../engine/question";
import { type BatchPlayer, createBatchPlayer, createPinnedPlayer, TooManyPresets } from "../../engine/runs";
import { InputError } from "../../errors";
import type { EntryName, Horizon } from "../../modes";
import { formatFixed, roundTo } from "../../numberFormat";
import type { Entry, Program } from "../../rules/program";
import { NONE } from "../../rules/values";
import { describeEntry, findEntry } from "../../session/entry";
import { findMissionStart } from "../../session/missionStart";
import type { Session } from "../../session/session";
import * as sentences from "../sentences";
import type { AnswerOdds, Measured, MeasureTold } from "./classes";
import { type Estimate, estimateMean, estimateRate, momentsOf, standardError } from "./estimates";
import { measuresOf } from "./measures";
import { RolloutSample } from "./sample";

/** Maximum runs of each answer: they bound a probability to 0.7 %. */
export const MAX_RUNS = 20_000;

/** Minimum runs of each answer, whatever time they take: fewer mean nothing. */
export const MIN_RUNS = 30;

/** Minimum share of an answer's runs that do not count for a remark about them. */
const MIN_UNCOUNTED_SHARE = 0.05;

/** Decimal places of results: no sample is more precise. */
const ROUNDED_DIGITS = 6;

/** A request for the odds of a question, with the run up to it: plain data, for messages to a worker. */
export interface OddsRequest {
  readonly question: Question;
  /** The point that runs are played to. */
  readonly until: Horizon;
  /** The arguments of the entry that ends there. */
  readonly args: readonly number[];
  /** The seed of the game's dice. */
  readonly seed: bigint;
  /** The number of all throws and answers of the game so far. */
  readonly position: number;
  /** The sums of the throws and the indices of the answers that the runs begin with: those since `state`, or all. */
  readonly script: readonly number[];
  /** The state that the runs begin with; null for the defaults. */
  readonly state: ArrayLike<number> | null;
  /** The pinned faces by the sites of rolls. */
  readonly laid: ReadonlyMap<number, readonly number[]>;
}

/** The odds of a question's answers, from rollouts with their own dice. */
export interface Odds {
  /** The question's stable name. */
  readonly id: string;
  /** The number of runs of each answer. */
  readonly runs: number;
  /** The point that runs are played to; at a stage, the first measures are forecasts of the campaign's end. */
  readonly until: Horizon;
  /** The measures that compare answers, most important first. */
  readonly measures: readonly MeasureTold[];
  /** The answers in the order offered; none, if allowed, is the last. */
  readonly answers: readonly AnswerOdds[];
  /** The name of the answer that these runs show to be best; null for none, or if no measure is good or bad. */
  readonly best: string | null;
  /** Without a best answer, the names that tie for it: no measure differs by two standard errors. Else empty. */
  readonly level: readonly string[];
  /**
   * The name of the answer that the others are compared with: the best; among ties the autopilot's, if it is one of
   * them; null if no measure is good or bad.
   */
  readonly against: string | null;
  /** The name of the autopilot's answer, which is marked, if these runs show it to be worse than another; else null. */
  readonly worseMark: string | null;
}

/**
 * Make the error that explains why the odds of a question are refused; null if they are allowed. What an opponent
 * decides is not the player's to weigh.
 */
function oddsRefusal(program: Program, request: OddsRequest): InputError | null {
  if (request.question.by !== PLAYER && request.question.seat === "") {
    const chooser = request.question.by.replaceAll("_", " ");
    return new InputError(sentences.notYourChoice(chooser), "", sentences.NOT_YOUR_CHOICE_HINT);
  }
  if (request.question.ends.length > 0) return new InputError(sentences.AMOUNT_ODDS, "", sentences.AMOUNT_ODDS_HINT);
  if (measuresOf(program, horizonEntry(program, request.until)).length > 0) return null;
  return new InputError(sentences.NO_MEASURES, "", sentences.NO_MEASURES_HINT);
}

/** Find the entry that ends at the point that runs are played to. */
function horizonEntry(program: Program, until: Horizon): Entry {
  if (until !== "stage") return findEntry(program, until);
  if (program.stage === null) throw new Error("the game has no stage");
  return program.stage;
}

/** Whether anything is counted by which the answers of an entry's questions can be compared. */
export function hasMeasures(program: Program, until: EntryName): boolean {
  return measuresOf(program, findEntry(program, until)).length > 0;
}

/** An estimator of the odds of a question's answers, to which runs can be added step by step. */
export class OddsEstimator {
  private readonly sample: RolloutSample;
  /** The first player's seat; empty in a game for one. */
  private readonly firstSeat: string;

  /**
   * Make an estimator; `player` plays runs of the requested entry. Throws an {@link InputError} if there are no odds.
   */
  constructor(
    program: Program,
    player: BatchPlayer,
    private readonly request: OddsRequest,
  ) {
    const refused = oddsRefusal(program, request);
    if (refused !== null) throw refused;
    const { question, args, script, state } = request;
    const measures = measuresOf(program, horizonEntry(program, request.until));
    const seed = rolloutSeed(request.seed, request.position);
    const batch = { args, seed, script, ...(state !== null && { state }) };
    const answers = answerIndices(question.options.length, question.optional);
    this.firstSeat = program.players === null ? "" : program.enums.get(program.players)!.values[0]!;
    this.sample = new RolloutSample(player, measures, batch, answers);
  }

  /** The number of simulated runs of each answer so far. */
  get runs(): number {
    return this.sample.runs;
  }

  /** Simulate more runs of each answer. Throws {@link TooManyPresets} if the script is too long. */
  run(runs: number): void {
    if (!(1 <= runs && this.runs + runs <= MAX_RUNS)) {
      throw new InputError(sentences.wrongRunCount(this.runs + runs), "", sentences.runCountHint(MAX_RUNS));
    }
    try {
      this.sample.grow(runs);
    } catch (error) {
      if (!(error instanceof TooManyPresets)) throw error;
      throw new InputError(sentences.tooLongGame(error.message));
    }
  }

  /** Summarize the odds by the runs so far, as a document. */
  toDocument(): Odds {
    const { sample } = this;
    const { question, until } = this.request;
    const isForFirstSeat = question.by === PLAYER || question.seat === this.firstSeat; // marks are the first player's
    const errors = sample.verdictErrors();
    const against = sample.runs > 0 && isForFirstSeat ? sample.bestAnswer(question.preferred, errors) : null;
    const contenders = against === null ? [] : sample.contenders(errors);
    const marked = sample.answers.indexOf(question.preferred);
    const isMarkedWorse = marked >= 0 && contenders.length > 0 && !contenders.includes(marked);
    const names = question.options.map(({ name, title }) => ({ name, title }));
    if (question.optional) names.push({ name: "none", title: "none" });
    return {
      id: question.id,
      runs: sample.runs,
      until,
      measures: sample.measures.map(({ name, title, isChance, sign, isRequired, isForecast, words }) => ({
        name,
        title,
        kind: isChance ? "chance" : "mean",
        matters: sign > 0 ? "good" : sign < 0 ? "bad" : "",
        required: isRequired,
        words,
        forecast: isForecast,
      })),
      answers: names.map(({ name, title }, place) => ({
        name,
        title,
        faults: sample.values(place, 0).filter((value) => value === NONE).length,
        measured: sample.measures.map((_, number) => measureAnswer(sample, place, against, number)),
      })),
      best: contenders.length === 1 ? names[contenders[0]!]!.name : null,
      level: contenders.length > 1 ? contenders.map((place) => names[place]!.name) : [],
      against: against === null ? null : names[against]!.name,
      worseMark: isMarkedWorse ? names[marked]!.name : null,
    };
  }
}

/** Describe each answer after which many simulated runs do not count for the record, one text each. */
export function describeUncountedRuns(odds: Odds): string[] {
  const run = describeEntry(odds.until === "stage" ? "mission" : odds.until);
  return odds.measures.flatMap((measure, number) =>
    (measure.required ? odds.answers : []).flatMap((answer) => {
      const { value } = answer.measured[number]!;
      if (value === null || 1 - value < MIN_UNCOUNTED_SHARE) return [];
      return [sentences.uncountedRuns(answer.title, formatFixed(100 * (1 - value), 0), run)];
    }),
  );
}

/** Make the player of the simulated runs that a request for odds needs, with its pinned dice. */
export function createPlayer(code: ProgramModule, request: OddsRequest): BatchPlayer {
  const entry = horizonEntry(code.program, request.until);
  return request.laid.size > 0 ? createPinnedPlayer(code, entry, request.laid) : createBatchPlayer(code, entry);
}

/** Estimate one measure of an answer from its rollouts (simulated runs), with the difference from a baseline answer. */
function measureAnswer(
  sample: RolloutSample,
  answerIndex: number,
  baseline: number | null,
  measureIndex: number,
): Measured {
  const moments = momentsOf(sample.values(answerIndex, measureIndex).filter((value) => value !== NONE));
  const { isChance, isForecast, unit } = sample.measures[measureIndex]!;
  const estimate = isChance && !isForecast ? estimateRate(Number(moments.sum), moments.count) : estimateMean(moments);
  const beyond =
    baseline === null || baseline === answerIndex ? null : sample.differenceFrom(answerIndex, baseline, measureIndex);
  const pairs = beyond !== null && beyond.count > 0 ? beyond : null;
  return {
    ...roundEstimate(estimate, unit),
    difference: pairs && roundTo(Number(pairs.sum) / pairs.count / unit, ROUNDED_DIGITS),
    error: pairs && roundTo(standardError(pairs) / unit, ROUNDED_DIGITS),
  };
}

/** Convert an estimate and its interval to a measure's unit, rounded for the document; all null without one. */
function roundEstimate(estimate: Estimate | null, unit: number): Pick<Measured, keyof Estimate> {
  if (estimate === null) return { value: null, low: null, high: null };
  return {
    value: roundTo(estimate.value / unit, ROUNDED_DIGITS),
    low: roundTo(estimate.low / unit, ROUNDED_DIGITS),
    high: roundTo(estimate.high / unit, ROUNDED_DIGITS),
  };
}

/** Make the request for the odds of a session's open question: within a mission of a career, up to its end. */
export function makeOddsRequest(session: Session, question: Question): OddsRequest {
  const { header, script, pinnedFaces, program } = session;
  const own = { question, seed: header.seed, position: script.length, laid: pinnedFaces };
  const start = program.stage !== null && header.entry === "career" ? findMissionStart(session) : null;
  if (start === null) return { ...own, until: header.entry, args: header.args, script: [...script], state: null };
  return { ...own, until: "stage", args: start.args, script: script.slice(start.first), state: start.state };
}
