/** A game's modules, compiled by the browser. */

import { type Game, NoGame, type Whose } from "../rules/gamefile";
import type { Entry, Program } from "../rules/program";
import { type Ask, Code, type Log, type Machine, type Roll } from "./machine";
import { MOST_KNOWN } from "./memory";
import { meterModule, VARIABLES } from "./metering";
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
  /** The plain code as it came, which a worker runs: that can be ended from outside. */
  readonly apart: WebAssembly.Module;
}

/** A game, its modules compiled. Throws {@link NoGame} where the browser cannot run them, or they are no game's. */
export async function compileGame(game: Game, whose: Whose = "site"): Promise<Compiled> {
  const { program } = game;
  const parts = [game.traced, game.plain, game.asides];
  const own = whose === "site" ? parts : parts.map(meterModule);
  const apart = whose === "site" ? [] : [game.plain];
  const [traced, plain, asides, other] = await Promise.all([...own, ...apart].map(compiledBy));
  checkExports(traced!, program.entries);
  checkExports(plain!, program.entries);
  checkExports(asides!, program.asides.entries);
  return {
    program,
    traced: new Code(program, traced!),
    plain: new Code(program, plain!),
    asides: new Code(besideOf(program), asides!),
    apart: other ?? plain!,
  };
}

/** See that a module has what is called and looked at. Throws {@link NoGame} where it has not. */
function checkExports(module: WebAssembly.Module, entries: readonly Entry[]): void {
  const kinds = new Map(WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]));
  const isWhole =
    kinds.get("memory") === "memory" &&
    [...VARIABLES].every((name) => kinds.get(name) === "global") &&
    kinds.get("start") === "function" &&
    entries.every(({ kind, name }) => kinds.get(`${kind}:${name}`) === "function");
  if (!isWhole) throw new NoGame("This game file is not whole: its program lacks what every game has.");
}

async function compiledBy(module: BufferSource): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(module);
  } catch {
    throw new NoGame("This browser cannot run this game.");
  }
}

/** The same modules with a program that begins with other values in its slots. */
export function withProgram({ traced, plain, asides, apart }: Compiled, program: Program): Compiled {
  return {
    program,
    apart,
    traced: new Code(program, traced.module),
    plain: new Code(program, plain.module),
    asides: new Code(besideOf(program), asides.module),
  };
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
