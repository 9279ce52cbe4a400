/** Rebuilds a game from its link by its rules: the answers are given again, and the dice fall again. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { SeededDice } from "../../engine/dice";
import type { Ask } from "../../engine/machine";
import type { CompiledGame } from "../../engine/modules";
import { Pause } from "../../engine/policies";
import { NO_OPTION } from "../../engine/question";
import { InputError } from "../../errors";
import type { By } from "../../modes";
import type { Dice } from "../../rules/dice";
import type { Program } from "../../rules/program";
import { choiceSiteAt } from "../../rules/sites";
import { type Header, SAVE_CLASSES } from "../../session/classes";
import { type DiceSource, pinnedFaces, readFaces } from "../../session/diceSources";
import { headerLine, recordLine } from "../../session/lines";
import type { AnswerReason } from "../../session/recordReplay";
import { NO_FIELDS } from "../../session/records";
import { newHeader } from "../../session/rulesIdentity";
import { ASKED_PERSON, Session } from "../../session/session";
import { compareByCodePoint } from "../../text";
import { findEndedMissions } from "../debriefing/missions";
import { withSavedOptions } from "../start";
import { parseAnswers, parseReasons } from "./answers";
import type { LinkedGame } from "./classes";
import { DIGEST_DIGITS, PLACE } from "./packing";
import * as sentences from "./sentences";

/** So many answers are given between two looks at the clock. */
const SLICE_ANSWERS = 400;

/** The dice of a link: throws that it holds, those of pinned tables, and the others by the seed. */
class LinkedDice implements DiceSource {
  by: By = "";
  /** The number of throws of the link that have fallen. */
  used = 0;
  private sinceLast = 0;
  private readonly seeded: SeededDice;
  private readonly pinnedFaces: ReadonlyMap<number, readonly number[]>;
  private readonly isSeeded: boolean;

  /** Make the dice for a header; `throws` are those of the link. */
  constructor(
    program: Program,
    header: Header,
    private readonly throws: LinkedGame["throws"],
  ) {
    this.seeded = new SeededDice(header.seed);
    this.pinnedFaces = pinnedFaces(program, header.pins);
    this.isSeeded = header.dice === "seeded";
  }

  get position(): number {
    return this.seeded.position;
  }

  /** Return the faces of the next throw. Throws `Pause` if a person has to throw. */
  throw(site: number, dice: Dice): readonly number[] {
    const own = this.throws[this.used];
    if (own !== undefined && own[0] === this.sinceLast) {
      if (own.length === 1) throw new Pause();
      return this.throwOwn(site, dice, own.slice(1));
    }
    this.sinceLast++;
    const pinned = this.pinnedFaces.get(site);
    if (pinned !== undefined) {
      this.seeded.skip(site, dice);
      this.by = "pin";
      return pinned;
    }
    this.by = this.isSeeded ? "" : "seed";
    return this.seeded.throw(site, dice);
  }

  /** Return faces of the link, and skip the throw in the stream of the seed. */
  private throwOwn(site: number, dice: Dice, faces: readonly number[]): readonly number[] {
    const problem = readFaces(faces, dice);
    if (typeof problem === "string") {
      const message = sentences.linkThrowDoesNotFit(this.used + 1, problem);
      throw new InputError(message, PLACE, sentences.DAMAGED_HINT);
    }
    this.seeded.skip(site, dice);
    this.by = this.isSeeded ? "hand" : "";
    this.used++;
    this.sinceLast = 0;
    return faces;
  }

  skip(site: number, dice: Dice): void {
    this.seeded.skip(site, dice);
  }

  reseed(seed: bigint): void {
    this.seeded.reseed(seed);
  }

  seek(position: number): void {
    this.seeded.seek(position);
  }

  restart(): void {
    this.seeded.restart();
  }
}

/** The policy that gives the answers of a link, and pauses behind the last one, or behind a slice of them. */
class LinkedAnswers {
  used = 0;
  /** Behind so many answers the run pauses. */
  sliceEnd = 0;
  readonly indices: readonly number[];
  private readonly reasons: readonly AnswerReason[];
  private readonly seeds: ReadonlyMap<number, bigint>;

  /** Make the policy for a session. Throws an {@link InputError} if the answers of the link cannot be read. */
  constructor(
    private readonly session: Session,
    link: LinkedGame,
  ) {
    this.indices = parseAnswers(link.answers, PLACE);
    this.reasons = parseReasons(link.reasons, this.indices.length, PLACE);
    this.seeds = new Map(link.seeds.map(({ answer, seed }) => [answer, seed]));
  }

  /** Return the index of the next answer. Throws an {@link InputError} if the question does not offer it. */
  readonly ask: Ask = (number, options) => {
    if (this.used === this.sliceEnd || this.used === this.indices.length) throw new Pause();
    const index = this.indices[this.used]!;
    const site = choiceSiteAt(this.session.program, number);
    if (index >= options.length || (index === NO_OPTION && !site.optional)) {
      const message = sentences.linkAnswerNotOffered(this.used + 1, site.id, options.length);
      throw new InputError(message, PLACE, sentences.DAMAGED_HINT);
    }
    this.session.reason = this.reasons[this.used]!;
    this.session.seed = this.seeds.get(this.used) ?? null;
    this.used++;
    return index;
  };
}

/**
 * Rebuild the game of a link by its rules, in slices of work, and check that what is replayed is what was played.
 *
 * @param snapshot - The digest of the texts of its rules.
 * @throws InputError - The link does not fit its rules, or its story differs.
 */
export function* rebuildGame(link: LinkedGame, baseGame: CompiledGame, snapshot: string): Generator<number, Session> {
  const session = yield* replayLink(link, baseGame, snapshot);
  if (digestOf(session) === link.digest && findEndedMissions(session).length === link.missions) return session;
  throw new InputError(sentences.STORY_DIFFERS, PLACE, sentences.STORY_DIFFERS_HINT);
}

/**
 * Play the answers and dice of a link to where it ends, in slices of work; the digest is not compared.
 *
 * @param snapshot - The digest of the texts of its rules.
 * @throws InputError - An answer or a throw does not fit, or the game is over or waits before the last answer.
 */
export function* replayLink(link: LinkedGame, baseGame: CompiledGame, snapshot: string): Generator<number, Session> {
  const game = withLinkOptions(baseGame, link);
  const header = makeHeader(game.program, link, snapshot);
  const dice = new LinkedDice(game.program, header, link.throws);
  const session = new Session(game, header, dice, { path: PLACE });
  const answers = new LinkedAnswers(session, link);
  const count = answers.indices.length;
  let outcome: ReturnType<Session["play"]>;
  do {
    answers.sliceEnd = answers.used + SLICE_ANSWERS;
    outcome = session.play(answers.ask);
    yield answers.used / Math.max(1, count);
  } while (outcome.is === "pending" && answers.used === answers.sliceEnd && answers.used < count);
  if (answers.used < count) {
    const ended = outcome.is === "pending" ? sentences.linkWaitsEarly : sentences.linkEndsEarly;
    throw new InputError(ended(answers.used, count), PLACE, sentences.STORY_DIFFERS_HINT);
  }
  if (dice.used < link.throws.filter((each) => each.length > 1).length)
    throw new InputError(sentences.THROWS_LEFT, PLACE, sentences.STORY_DIFFERS_HINT);
  session.reason = ASKED_PERSON;
  session.seed = null;
  return session;
}

/** Copy a game with the options of a link set, others at their defaults. Throws an {@link InputError} without one. */
function withLinkOptions(game: CompiledGame, link: LinkedGame): CompiledGame {
  const { title, fields } = link;
  const defaults = game.program.options.map((option) => [option.name, option.default] as const);
  const options = { ...Object.fromEntries(defaults), ...link.options };
  const header = { ...SAVE_CLASSES.Header.usual, game: link.game, title, options, fields } as unknown as Header;
  const chosen = withSavedOptions(game, header, PLACE);
  const changed = changedOptions(chosen.program);
  const isSame = Object.entries(link.options).every(([name, value]) => changed[name] === value);
  if (isSame && Object.keys(link.options).length === Object.keys(changed).length) return chosen;
  throw missingRulesError(link);
}

/** The options of a program that are not at their defaults, in words. */
export function changedOptions({ options }: Program): LinkedGame["options"] {
  return Object.fromEntries(
    options.filter((each) => each.value !== each.default).map((each) => [each.name, each.value]),
  );
}

/** Make the error for a link whose rules are not here. */
export function missingRulesError({ title, rules, version }: LinkedGame): InputError {
  return new InputError(sentences.otherLinkRules(title, rules), PLACE, sentences.otherLinkRulesHint(version));
}

/** Make the header of a link's game under its rules. */
function makeHeader(program: Program, link: LinkedGame, snapshot: string): Header {
  const { seed, entry, args, dice, names, pins, thrower } = link;
  return { ...newHeader(program, { seed, entry, args, dice, names, pins, snapshot }), thrower, unknown: NO_FIELDS };
}

/** Whether a program has the rules of a link. */
export function hasRulesOfLink(rules: Pick<Program, "game" | "rules_hash">, link: LinkedGame): boolean {
  return rules.game === link.game && rules.rules_hash.startsWith(link.rules);
}

/** The number of events at which a link ends, before its rebuilt game does; null if it ends where that stands. */
export function shownEventsOf({ shown }: LinkedGame, { eventCount }: Session): number | null {
  return shown > 0 && shown < eventCount ? shown : null;
}

/** Compute the first digits of the digest of a session's rules, options and story. */
export function digestOf({ header, journal }: Session): string {
  const options = Object.entries(header.options).map(([name, value]) => `${name}=${value}`);
  const text = [header.rules, ...options.sort(compareByCodePoint), journal.digest()].join("\n");
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, DIGEST_DIGITS);
}

/** The lines of the save of a session: all its dice and answers with its end, or only the first `recordCount` ones. */
export function saveLines({ header, records, end }: Session, recordCount = records.length): string[] {
  const lines = [headerLine(header), ...records.slice(0, recordCount).map(recordLine)];
  return end !== null && recordCount >= records.length ? [...lines, recordLine(end)] : lines;
}
