/** Beginning a game, and taking one up again: from what a player chose to a game that can be played. */

import { unreachable } from "../closed";
import { autopilot, randomPolicy } from "../engine/choices";
import type { OwnName } from "../engine/classes";
import { HIGHEST_SEED } from "../engine/dice";
import type { Ask } from "../engine/machine";
import type { Compiled } from "../engine/modules";
import { argumentsOf, typeText } from "../engine/run";
import { clip, InputError } from "../errors";
import type { Answers as Anybody } from "../modes";
import type { Entry, Program } from "../rules/program";
import type { Header, Pin } from "../session/classes";
import { checkIsOf, newHeader } from "../session/identity";
import type { Keeper } from "../session/ledger";
import { headerLine } from "../session/lines";
import { type Chosen, optionsIn, withOptions } from "../session/options";
import { byHand } from "../session/records";
import type { Saved } from "../session/saved";
import { Session } from "../session/session";
import { ManualDice, PinnedDice, type Source, seededDice } from "../session/sources";
import { Exchange } from "./exchange";
import { Play } from "./play";

/** Seeds that nobody named stay below this, so that they are easily typed. */
const HIGHEST_OWN_SEED = 1_000_000;

/** Who answers: here nobody weighs answers by their odds. */
export type Answers = Exclude<Anybody, "thoughtful">;

/** How a game begins. */
export interface Opening {
  /** The number of the mission; left out for the first. */
  readonly mission?: number | undefined;
  /** Whether the whole career is played. */
  readonly campaign?: boolean;
  /** Of the dice, 0 to 2 ** 64 - 1; left out for one of chance. */
  readonly seed?: bigint | undefined;
  /** Whether the player throws real dice. */
  readonly byHand?: boolean;
  /** Options that are other than the game has them. */
  readonly options?: Chosen;
  /** Names of the player's own, which are given before those of the game. */
  readonly names?: readonly OwnName[];
  /** Tables whose dice are laid. */
  readonly pins?: readonly Pin[];
  /** The procedure before which play stops; left out for none. */
  readonly until?: string | undefined;
  /** The digest of the texts of the rules, as the game file says it. */
  readonly snapshot?: string | undefined;
}

/** A new game, which is kept from its first line on.
 *
 * @throws InputError - There is no such mission, campaign or option; the seed is none.
 */
export function begin(made: Compiled, opening: Opening, keeper: Keeper | null, answers: Answers = "person"): Play {
  const game = withOptions(made, opening.options ?? new Map());
  const header = headerFor(game.program, opening);
  const until = stopsAt(game.program, opening.until);
  const exchange = new Exchange();
  const [dice, source] = diceFor(game.program, header, exchange);
  const session = new Session(game, header, source, { keeper });
  session.until = until;
  keeper?.write(headerLine(header));
  return new Play(session, exchange, dice, policyOf(answers, session));
}

/** How a saved game is taken up again. */
export interface Resuming {
  /** How many answers are taken back first. */
  readonly undo?: number;
  /** Whether real dice are thrown from here on; left out for as it was when it was left. */
  readonly byHand?: boolean | undefined;
  /** The procedure before which play stops; left out for none. */
  readonly until?: string | undefined;
}

/** A saved game, taken up again.
 *
 * @param keeper - Where further lines are put behind those of the save.
 * @throws InputError - It is another game's, was played with other rules, or needs what only the command line has.
 */
export function resume(
  made: Compiled,
  saved: Saved,
  keeper: Keeper,
  answers: Answers = "person",
  how: Resuming = {},
): Play {
  const game = withSettings(made, saved.header, keeper.path);
  const exchange = new Exchange();
  const [dice, source] = diceFor(game.program, saved.header, exchange);
  const session = Session.resumed(game, saved, source, keeper);
  session.until = stopsAt(game.program, how.until);
  session.undo(how.undo ?? 0);
  if (how.byHand !== undefined) {
    session.throwByHand(how.byHand);
    dice.byHand = how.byHand;
  }
  return new Play(session, exchange, dice, policyOf(answers, session));
}

/** A game with the options of a save, as far as it has them.
 *
 * @param path - What the save is called, for messages.
 * @throws InputError - The save is another game's, or pins fields; or an option has no such value.
 */
export function withSettings(made: Compiled, header: Header, path: string): Compiled {
  checkIsOf(header, made.program, path);
  if (header.fields.length) {
    const fields = header.fields.map((pin) => pin.field).join(", ");
    throw new InputError(`it pins ${fields}, for which rules are made anew`, path, "Play it by the command line.");
  }
  return withOptions(made, optionsIn(header.options, made.program));
}

/** The dice of a game: those of a person, which can be left to others at any throw; and all together, with its pins. */
function diceFor(program: Program, header: Header, exchange: Exchange): [ManualDice, Source] {
  const isManual = header.dice === "manual";
  const manual = new ManualDice(program, exchange.throw, seededDice(header), isManual, byHand(header));
  return [manual, header.pins.length ? new PinnedDice(program, header.pins, manual) : manual];
}

/** Who answers; null for a person. */
function policyOf(answers: Answers, session: Session): Ask | null {
  switch (answers) {
    case "person":
      return null;
    case "auto":
      return autopilot(session.program);
    case "random":
      return randomPolicy(session.program, session.header.seed);
    default:
      return unreachable(answers);
  }
}

/** Where a procedure or a step of this name begins. Throws an {@link InputError} where none is told of. */
function stopsAt(program: Program, name: string | undefined): ReadonlySet<number> {
  if (name === undefined) return new Set();
  const wanted = name.toLowerCase();
  const found = [...program.sites.entries()].filter(
    ([, site]) => site.is === "EnterSite" && [site.name.toLowerCase(), site.title.toLowerCase()].includes(wanted),
  );
  if (!found.length) throw new InputError(`nothing called ${clip(name)} begins in ${program.title}`);
  return new Set(found.map(([number]) => number));
}

/** What a new session begins with. Throws an {@link InputError} where the game has no such mission, or no campaign. */
function headerFor(program: Program, opening: Opening): Header {
  const { mission, campaign = false, seed = seedOfChance() } = opening;
  if (campaign && mission !== undefined) {
    throw new InputError(
      "a mission and a campaign exclude each other",
      "",
      "A campaign begins with its first mission.",
    );
  }
  if (seed < 0n || seed > HIGHEST_SEED) {
    throw new InputError(`${seed} is no seed`, "", `Give a number 0..${HIGHEST_SEED}.`);
  }
  const entry = campaign ? program.career : program.mission;
  if (entry === null) throw new InputError(`${program.title} has no campaign`, "", "Play one of its missions.");
  return newHeader(program, {
    seed,
    entry: campaign ? "career" : "mission",
    args: entryValues(program, entry, mission),
    dice: opening.byHand ? "manual" : "seeded",
    names: { shuffled: true, own: opening.names ?? [] },
    pins: opening.pins ?? [],
    snapshot: opening.snapshot ?? "",
  });
}

/** The values that a mission of this number begins with. Throws an {@link InputError} where there is no such mission. */
function entryValues(program: Program, entry: Entry, mission: number | undefined): number[] {
  if (mission === undefined) return argumentsOf(program, entry, []);
  const [first] = entry.params;
  if (first === undefined) {
    throw new InputError(`the missions of ${program.title} have no numbers`, "", "Play it without a number.");
  }
  try {
    return argumentsOf(program, entry, [String(mission)]);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`there is no mission ${mission}`, "", `${program.title} has ${typeText(first[1])}.`);
  }
}

function seedOfChance(): bigint {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return BigInt(drawn! % HIGHEST_OWN_SEED);
}
