/** Starting and resuming games: from a player's choices to a game in play. */

import { unreachable } from "../closed";
import type { OwnName } from "../engine/classes";
import { HIGHEST_SEED } from "../engine/dice";
import type { Ask } from "../engine/machine";
import type { CompiledGame } from "../engine/modules";
import { autopilotPolicy, randomPolicy } from "../engine/policies";
import { parseArguments, typeText } from "../engine/run";
import { clip, InputError } from "../errors";
import type { Answers as Anybody } from "../modes";
import type { Entry, Program } from "../rules/program";
import type { Header, Pin } from "../session/classes";
import { type DiceSource, ManualDice, PinnedDice, seededDice } from "../session/diceSources";
import { headerLine } from "../session/lines";
import { type ChosenOptions, knownOptions, withOptions } from "../session/openOptions";
import { isByHand } from "../session/records";
import { checkSameGame, newHeader } from "../session/rulesIdentity";
import type { ParsedSave } from "../session/saveReader";
import { Session } from "../session/session";
import type { LineWriter } from "../session/sessionLog";
import { Exchange } from "./exchange";
import { Play } from "./play";
import * as sentences from "./sentences";

/** Limit of random seeds, so that they are easy to type. */
const RANDOM_SEED_LIMIT = 1_000_000;

/** The answering policies: here none weighs answers by their odds. */
export type AnswererName = Exclude<Anybody, "learned" | "thoughtful">;

/** The setup of a new game. */
export interface GameSetup {
  /** The number of the mission; by default the first. */
  readonly mission?: number | undefined;
  /** Whether the whole career is played. */
  readonly campaign?: boolean;
  /** The seed of the dice, 0 to 2 ** 64 - 1; by default random. */
  readonly seed?: bigint | undefined;
  /** Whether the player throws real dice. */
  readonly byHand?: boolean;
  /** Options that differ from the game's. */
  readonly options?: ChosenOptions;
  /** The player's own names, given before those of the game. */
  readonly names?: readonly OwnName[];
  /** Pinned dice of tables. */
  readonly pins?: readonly Pin[];
  /** The procedure before which play stops, if any. */
  readonly until?: string | undefined;
  /** The digest of the rules' texts in the game file. */
  readonly snapshot?: string | undefined;
}

/**
 * Start a new game; the writer gets the lines of its save from the first on.
 *
 * @throws InputError - There is no such mission, campaign or option; the seed is invalid.
 */
export function startGame(
  baseGame: CompiledGame,
  setup: GameSetup,
  writer: LineWriter | null,
  answerer: AnswererName = "person",
): Play {
  const game = withOptions(baseGame, setup.options ?? new Map());
  const header = makeHeader(game.program, setup);
  const until = findStopSites(game.program, setup.until);
  const exchange = new Exchange();
  const [dice, source] = makeDice(game.program, header, exchange);
  const session = new Session(game, header, source, { writer });
  session.stopSites = until;
  writer?.write(headerLine(header));
  return new Play(session, exchange, dice, makePolicy(answerer, session));
}

/** Options for resuming a game. */
export interface ResumeOptions {
  /** The number of answers to undo first. */
  readonly undo?: number;
  /** Whether real dice are thrown from here on; by default as before. */
  readonly byHand?: boolean | undefined;
  /** The procedure before which play stops, if any. */
  readonly until?: string | undefined;
}

/**
 * Resume a saved game by its rules.
 *
 * @param writer - The writer of further lines.
 * @throws InputError - It is another game's, was played with other rules, or needs features of the command line.
 */
export function resumeGame(
  baseGame: CompiledGame,
  saved: ParsedSave,
  writer: LineWriter,
  answerer: AnswererName = "person",
  options: ResumeOptions = {},
): Play {
  const game = withSavedOptions(baseGame, saved.header, writer.path);
  const exchange = new Exchange();
  const [dice, source] = makeDice(game.program, saved.header, exchange);
  const session = Session.resume(game, saved, source, writer);
  session.stopSites = findStopSites(game.program, options.until);
  session.undo(options.undo ?? 0);
  if (options.byHand !== undefined) {
    session.setByHand(options.byHand);
    dice.byHand = options.byHand;
  }
  return new Play(session, exchange, dice, makePolicy(answerer, session));
}

/**
 * Copy a game with the options of a save set, as far as the game has these options.
 *
 * @param path - The save's name in messages.
 * @throws InputError - The save is another game's, or pins fields; or an option has no such value.
 */
export function withSavedOptions(baseGame: CompiledGame, header: Header, path: string): CompiledGame {
  checkSameGame(header, baseGame.program, path);
  if (header.fields.length) {
    const fields = header.fields.map((pin) => pin.field).join(", ");
    throw new InputError(`it pins ${fields}, for which rules are made anew`, path, "Play it by the command line.");
  }
  return withOptions(baseGame, knownOptions(header.options, baseGame.program));
}

/**
 * Make the dice source of a game, with its pins (fixed results); also returns the manual dice within it, which a person
 * throws.
 */
function makeDice(program: Program, header: Header, exchange: Exchange): [ManualDice, DiceSource] {
  const isManual = header.dice === "manual";
  const manual = new ManualDice(program, exchange.throw, seededDice(header), isManual, isByHand(header));
  return [manual, header.pins.length ? new PinnedDice(program, header.pins, manual) : manual];
}

/** Make the policy that answers for a kind of player: autopilot or random; null for a person. */
function makePolicy(answerer: AnswererName, session: Session): Ask | null {
  switch (answerer) {
    case "person":
      return null;
    case "auto":
      return autopilotPolicy(session.program);
    case "random":
      return randomPolicy(session.program, session.header.seed);
    default:
      return unreachable(answerer);
  }
}

/** Find the sites where a procedure or step of this name begins. Throws an {@link InputError} if none has events. */
function findStopSites(program: Program, name: string | undefined): ReadonlySet<number> {
  if (name === undefined) return new Set();
  const wanted = name.toLowerCase();
  const sites = [...program.sites.entries()].filter(
    ([, site]) => site.is === "EnterSite" && [site.name.toLowerCase(), site.title.toLowerCase()].includes(wanted),
  );
  if (!sites.length) throw new InputError(sentences.nothingBegins(clip(name), program.title));
  return new Set(sites.map(([number]) => number));
}

/**
 * Make the header of a new session from a player's setup. Throws an {@link InputError} for a mission that the game does
 * not have.
 */
function makeHeader(program: Program, setup: GameSetup): Header {
  const { mission, campaign = false, seed = randomSeed() } = setup;
  if (campaign && mission !== undefined) {
    throw new InputError("a mission and a campaign exclude each other", "", sentences.CAMPAIGN_BEGINS_HINT);
  }
  if (seed < 0n || seed > HIGHEST_SEED) {
    throw new InputError(sentences.noSeed(String(seed)), "", sentences.seedHint(String(HIGHEST_SEED)));
  }
  const entry = campaign ? program.career : program.mission;
  if (entry === null) throw new InputError(sentences.noCampaign(program.title), "", "Play one of its missions.");
  return newHeader(program, {
    seed,
    entry: campaign ? "career" : "mission",
    args: parseEntryValues(program, entry, mission),
    dice: setup.byHand ? "manual" : "seeded",
    names: { shuffled: true, own: setup.names ?? [] },
    pins: setup.pins ?? [],
    snapshot: setup.snapshot ?? "",
  });
}

/** Convert the number of a mission to the arguments of its entry. Throws an {@link InputError} for no such mission. */
function parseEntryValues(program: Program, entry: Entry, mission: number | undefined): number[] {
  if (mission === undefined) return parseArguments(program, entry, []);
  const [first] = entry.params;
  if (first === undefined) {
    throw new InputError(sentences.noMissionNumbers(program.title), "", "Play it without a number.");
  }
  try {
    return parseArguments(program, entry, [String(mission)]);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(sentences.noMission(mission), "", sentences.missionHint(program.title, typeText(first[1])));
  }
}

/** Draw a random seed, short enough to be typed. */
function randomSeed(): bigint {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return BigInt(drawn! % RANDOM_SEED_LIMIT);
}
