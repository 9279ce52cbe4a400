/** Compilation of a game's WebAssembly modules by the browser. */

import { type Game, type GameOwner, InvalidGame } from "../rules/gamefile";
import type { Entry, Program } from "../rules/program";
import { type Ask, type Log, type Machine, ProgramModule, type Roll } from "./machine";
import { MAX_PRESETS } from "./memory";
import { HOST_GLOBALS, meterModule } from "./metering";
import { ScriptedCallbacks } from "./script";

/** A game with its compiled modules, ready to play. */
export interface CompiledGame {
  readonly program: Program;
  /** The code with journal events, for play by a person. */
  readonly traced: ProgramModule;
  /** The code without journal events, for many runs. */
  readonly plain: ProgramModule;
  /** The code of the asides. */
  readonly asides: ProgramModule;
  /** The unmetered plain code, for a worker, which the page can terminate. */
  readonly apart: WebAssembly.Module;
}

/**
 * Compile a game's modules; those of an `owner` other than the site count their work. Throws {@link InvalidGame} if the
 * browser cannot run them, or they are no game's.
 */
export async function compileGame(game: Game, owner: GameOwner = "site"): Promise<CompiledGame> {
  const { program } = game;
  const parts = [game.traced, game.plain, game.asides];
  const pageModules = owner === "site" ? parts : parts.map(meterModule);
  const workerModules = owner === "site" ? [] : [game.plain];
  const [traced, plain, asides, other] = await Promise.all([...pageModules, ...workerModules].map(compileModule));
  checkExports(traced!, program.entries);
  checkExports(plain!, program.entries);
  checkExports(asides!, program.asides.entries);
  return {
    program,
    traced: new ProgramModule(program, traced!),
    plain: new ProgramModule(program, plain!),
    asides: new ProgramModule(asideProgram(program), asides!),
    apart: other ?? plain!,
  };
}

/** Check that a module exports the entries and globals of a game. Throws {@link InvalidGame} for a missing one. */
function checkExports(module: WebAssembly.Module, entries: readonly Entry[]): void {
  const kinds = new Map(WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]));
  const isWhole =
    kinds.get("memory") === "memory" &&
    [...HOST_GLOBALS].every((name) => kinds.get(name) === "global") &&
    kinds.get("start") === "function" &&
    entries.every(({ kind, name }) => kinds.get(`${kind}:${name}`) === "function");
  if (!isWhole) throw new InvalidGame("This game file is not whole: its program lacks what every game has.");
}

/** Compile a WebAssembly module. Throws {@link InvalidGame} if the browser cannot. */
async function compileModule(module: BufferSource): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(module);
  } catch {
    throw new InvalidGame("This browser cannot run this game.");
  }
}

/**
 * Combine a game's compiled modules with another program that differs from the game's only in the initial values of its
 * slots.
 */
export function withProgram({ traced, plain, asides, apart }: CompiledGame, program: Program): CompiledGame {
  return {
    program,
    apart,
    traced: new ProgramModule(program, traced.module),
    plain: new ProgramModule(program, plain.module),
    asides: new ProgramModule(asideProgram(program), asides.module),
  };
}

/** Make a program of the asides (values for display) of another: the same state and sites, other code. */
function asideProgram(program: Program): Program {
  return { ...program, career: null, tallies: [], entries: program.asides.entries, boards: [] };
}

/**
 * Load a machine for one run: of the code that logs events if there is a `log`, else of the plain code.
 *
 * `script` holds the sums of the first throws and the indices of the first answers; there are no events until it is
 * used up, for its owner has them. (Use {@link ScriptedCallbacks} to observe them.)
 */
export function loadMachine(
  compiled: CompiledGame,
  roll: Roll,
  ask: Ask,
  log: Log | null = null,
  script: ArrayLike<number> = [],
): Machine {
  const code = log === null ? compiled.plain : compiled.traced;
  if (script.length <= MAX_PRESETS) return code.createMachine(roll, ask, log, script);
  const scripted = new ScriptedCallbacks(script, roll, ask, log);
  return code.createMachine(scripted.roll, scripted.ask, log && scripted.log);
}
