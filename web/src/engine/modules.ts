/** A game's modules, compiled by the browser. */

import type { Game } from "../rules/gamefile";
import type { Program } from "../rules/program";
import { type Ask, Code, type Log, type Machine, type Roll } from "./machine";
import { MOST_KNOWN } from "./memory";
import { Known } from "./script";

/** A game that can be played. */
export interface Compiled {
  readonly program: Program;
  /** Tells the journal: what a person plays on. */
  readonly traced: Code;
  /** Plays many runs, and tells nothing. */
  readonly plain: Code;
  /** Works out what is told beside a run. */
  readonly asides: Code;
}

/** A game, its modules compiled. */
export async function compileGame(game: Game): Promise<Compiled> {
  const { program } = game;
  const parts = [game.traced, game.plain, game.asides];
  const [traced, plain, asides] = await Promise.all(parts.map((part) => WebAssembly.compile(part)));
  return compiledFor(program, { traced: traced!, plain: plain!, asides: asides! });
}

/** Modules of a program as the browser has compiled them. */
export interface Modules {
  readonly traced: WebAssembly.Module;
  readonly plain: WebAssembly.Module;
  readonly asides: WebAssembly.Module;
}

/** A game of these modules; the program may begin with other values in its slots than the one they were made for. */
export function compiledFor(program: Program, modules: Modules): Compiled {
  return {
    program,
    traced: new Code(program, modules.traced),
    plain: new Code(program, modules.plain),
    asides: new Code(besideOf(program), modules.asides),
  };
}

/** The same modules with a program that begins with other values in its slots. */
export function withProgram(compiled: Compiled, program: Program): Compiled {
  const { traced, plain, asides } = compiled;
  return compiledFor(program, { traced: traced.module, plain: plain.module, asides: asides.module });
}

/** The program whose entries are a program's asides: its state and sites, and no code of its runs. */
function besideOf(program: Program): Program {
  return { ...program, career: null, tallies: [], entries: program.asides.entries, boards: [] };
}

/**
 * A machine for one run: of the code that tells all it does where there is a `log`, else of the plain code.
 *
 * `script` is what is known of the run: the sums of its first throws and the indices of its first answers. Until the last
 * of them is given nothing is told: whoever knows them has the events. ({@link Known} is for who wants to look on.)
 */
export function load(
  compiled: Compiled,
  roll: Roll,
  ask: Ask,
  log: Log | null = null,
  script: ArrayLike<number> = [],
): Machine {
  const code = log === null ? compiled.plain : compiled.traced;
  if (script.length <= MOST_KNOWN) return code.machine(roll, ask, log, script);
  const known = new Known(script, roll, ask, log);
  return code.machine(known.roll, known.ask, log && known.log);
}
