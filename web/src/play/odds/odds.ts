/** The odds of the answers to a question of a game in play: what each leads to, if the autopilot goes on from there. */

import { rolloutSeed } from "../../engine/dice";
import type { ProgramModule } from "../../engine/machine";
import { answerIndices } from "../../engine/policies";
import { PLAYER, type Question } from "../../engine/question";
import { type BatchPlayer, createBatchPlayer, createPinnedPlayer, TooManyPresets } from "../../engine/runs";
import { InputError } from "../../errors";
import type { EntryName } from "../../modes";
import { formatFixed, roundTo } from "../../numberFormat";
import type { Program } from "../../rules/program";
import { NONE } from "../../rules/values";
import { describeEntry, findEntry } from "../../session/entry";
import * as sentences from "../sentences";
import type { AnswerOdds, Measured, MeasureTold } from "./classes";
import { type Estimate, estimateMean, estimateRate, momentsOf, standardError } from "./estimates";
import { measuresOf, RolloutSample } from "./sample";

/** Runs of each answer that are enough: a chance is known to 0.7 %. */
export const MAX_RUNS = 20_000;

/** Runs of each answer, whatever time they take: fewer say nothing. */
export const MIN_RUNS = 30;

/** Said of an answer is that its runs do not count, where so large a part of them does not. */
const MIN_UNCOUNTED_SHARE = 0.05;

/** Behind the point of what is told: no sample says more. */
const ROUNDED_DIGITS = 6;

/** The question whose odds are wanted, and the run up to it: plain data, which can be sent to a worker. */
export interface OddsRequest {
  readonly question: Question;
  /** What is played to its end. */
  readonly until: EntryName;
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** Of the dice of the game. */
  readonly seed: bigint;
  /** The sums of all throws and the indices of all answers so far. */
  readonly script: readonly number[];
  /** What dice show that are pinned, by the sites of their rolls. */
  readonly laid: ReadonlyMap<number, readonly number[]>;
}

/** What the answers to a question lead to, by runs from that moment on with dice of their own. */
export interface Odds {
  /** The question's stable name. */
  readonly id: string;
  /** How many runs there are of each answer. */
  readonly runs: number;
  /** What they are played to the end of. */
  readonly until: EntryName;
  /** What answers are compared by, what weighs most first. */
  readonly measures: readonly MeasureTold[];
  /** In the order offered; none, where it may be answered, is the last. */
  readonly answers: readonly AnswerOdds[];
  /**
   * The name of the answer that serves best; null where these runs do not show that one is better than all others, or
   * where nothing that is measured is good or bad.
   */
  readonly best: string | null;
  /**
   * Where none serves best, the names of those of which none is better as far as these runs show: two of them differ in
   * no measure by two standard errors. Else empty.
   */
  readonly level: readonly string[];
  /**
   * The name of the answer that the others are held against: the best; of several that are level the autopilot's, if it
   * is among them; null where nothing that is measured is good or bad.
   */
  readonly against: string | null;
}

/** Why the odds of a question are not told; null where they are. What another decides by rules is not the player's to weigh. */
function oddsRefusal(program: Program, request: OddsRequest): InputError | null {
  if (request.question.by !== PLAYER && request.question.seat === "") {
    const chooser = request.question.by.replaceAll("_", " ");
    return new InputError(sentences.notYourChoice(chooser), "", sentences.NOT_YOUR_CHOICE_HINT);
  }
  if (measuresOf(program, findEntry(program, request.until)).length > 0) return null;
  return new InputError(sentences.NO_MEASURES, "", sentences.NO_MEASURES_HINT);
}

/** The odds of a question while they are worked out. */
export class OddsEstimator {
  private readonly sample: RolloutSample;
  /** Who sits at the table first; empty where one plays alone. */
  private readonly firstSeat: string;

  /** `player` plays runs of the entry that is asked of. Throws {@link InputError} where the odds are not told. */
  constructor(
    program: Program,
    player: BatchPlayer,
    private readonly request: OddsRequest,
  ) {
    const refused = oddsRefusal(program, request);
    if (refused !== null) throw refused;
    const { question, args, script } = request;
    const entry = findEntry(program, request.until);
    const seed = rolloutSeed(request.seed, script.length);
    const answers = answerIndices(question.options.length, question.optional);
    this.firstSeat = program.players === null ? "" : program.enums.get(program.players)!.values[0]!;
    this.sample = new RolloutSample(player, measuresOf(program, entry), { args, seed, script }, answers);
  }

  /** How many runs of each answer there are. */
  get runs(): number {
    return this.sample.runs;
  }

  /** Play so many more runs of each answer. Throws {@link InputError} where there are more than can be had. */
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

  /** What is known by now. */
  toDocument(): Odds {
    const { sample } = this;
    const { question, until } = this.request;
    const isForFirstSeat = question.by === PLAYER || question.seat === this.firstSeat; // what is good is good for the first player
    const against = sample.runs > 0 && isForFirstSeat ? sample.bestAnswer(question.preferred) : null;
    const contenders = against === null ? [] : sample.contenders();
    const names = question.options.map(({ name, title }) => ({ name, title }));
    if (question.optional) names.push({ name: "none", title: "none" });
    return {
      id: question.id,
      runs: sample.runs,
      until,
      measures: sample.measures.map(({ name, title, isChance, sign, isRequired, words }) => ({
        name,
        title,
        kind: isChance ? "chance" : "mean",
        matters: sign > 0 ? "good" : sign < 0 ? "bad" : "",
        required: isRequired ?? false,
        words: words ?? [],
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
    };
  }
}

/** A sentence for each answer that often leads to a run that does not count. */
export function describeUncountedRuns(odds: Odds): string[] {
  const run = describeEntry(odds.until);
  return odds.measures.flatMap((measure, number) =>
    (measure.required ? odds.answers : []).flatMap((answer) => {
      const { value } = answer.measured[number]!;
      if (value === null || 1 - value < MIN_UNCOUNTED_SHARE) return [];
      return [sentences.uncountedRuns(answer.title, formatFixed(100 * (1 - value), 0), run)];
    }),
  );
}

/** What plays the runs by which a question is weighed: dice that are pinned are so in them, too. */
export function createPlayer(code: ProgramModule, request: OddsRequest): BatchPlayer {
  const entry = findEntry(code.program, request.until);
  return request.laid.size > 0 ? createPinnedPlayer(code, entry, request.laid) : createBatchPlayer(code, entry);
}

/** What an answer leads to, in one measure. */
function measureAnswer(
  sample: RolloutSample,
  answerIndex: number,
  baseline: number | null,
  measureIndex: number,
): Measured {
  const moments = momentsOf(sample.values(answerIndex, measureIndex).filter((value) => value !== NONE));
  const estimate = sample.measures[measureIndex]!.isChance
    ? estimateRate(Number(moments.sum), moments.count)
    : estimateMean(moments);
  const beyond =
    baseline === null || baseline === answerIndex ? null : sample.differenceFrom(answerIndex, baseline, measureIndex);
  const pairs = beyond !== null && beyond.count > 0 ? beyond : null;
  return {
    ...roundEstimate(estimate),
    difference: pairs && roundTo(Number(pairs.sum) / pairs.count, ROUNDED_DIGITS),
    error: pairs && roundTo(standardError(pairs), ROUNDED_DIGITS),
  };
}

function roundEstimate(estimate: Estimate | null): Pick<Measured, keyof Estimate> {
  if (estimate === null) return { value: null, low: null, high: null };
  return {
    value: roundTo(estimate.value, ROUNDED_DIGITS),
    low: roundTo(estimate.low, ROUNDED_DIGITS),
    high: roundTo(estimate.high, ROUNDED_DIGITS),
  };
}
