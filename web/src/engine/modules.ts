/** A game's modules, compiled by the browser. */

import { type Game, type GameOwner, InvalidGame } from "../rules/gamefile";
import type { Entry, Program } from "../rules/program";
import { type Ask, type Log, type Machine, ProgramModule, type Roll } from "./machine";
import { MAX_PRESETS } from "./memory";
import { HOST_GLOBALS, meterModule } from "./metering";
import { ScriptedCallbacks } from "./script";

/** A game that can be played. */
export interface CompiledGame {
  readonly program: Program;
  /** Tells the journal: what a person plays on. */
  readonly traced: ProgramModule;
  /** Plays many runs, and tells nothing. */
  readonly plain: ProgramModule;
  /** Works out what is told beside a run. */
  readonly asides: ProgramModule;
  /** The plain code as it came, which a worker runs: that can be ended from outside. */
  readonly apart: WebAssembly.Module;
}

/** A game, its modules compiled. Throws {@link InvalidGame} where the browser cannot run them, or they are no game's. */
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

/** See that a module has what is called and looked at. Throws {@link InvalidGame} where it has not. */
function checkExports(module: WebAssembly.Module, entries: readonly Entry[]): void {
  const kinds = new Map(WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]));
  const isWhole =
    kinds.get("memory") === "memory" &&
    [...HOST_GLOBALS].every((name) => kinds.get(name) === "global") &&
    kinds.get("start") === "function" &&
    entries.every(({ kind, name }) => kinds.get(`${kind}:${name}`) === "function");
  if (!isWhole) throw new InvalidGame("This game file is not whole: its program lacks what every game has.");
}

async function compileModule(module: BufferSource): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(module);
  } catch {
    throw new InvalidGame("This browser cannot run this game.");
  }
}

/** The same modules with a program that begins with other values in its slots. */
export function withProgram({ traced, plain, asides, apart }: CompiledGame, program: Program): CompiledGame {
  return {
    program,
    apart,
    traced: new ProgramModule(program, traced.module),
    plain: new ProgramModule(program, plain.module),
    asides: new ProgramModule(asideProgram(program), asides.module),
  };
}

/** The program whose entries are a program's asides: its state and sites, and no code of its runs. */
function asideProgram(program: Program): Program {
  return { ...program, career: null, tallies: [], entries: program.asides.entries, boards: [] };
}

/**
 * A machine for one run: of the code that tells all it does where there is a `log`, else of the plain code.
 *
 * `script` is what is known of the run: the sums of its first throws and the indices of its first answers. Until the last
 * of them is given nothing is told: whoever knows them has the events. ({@link ScriptedCallbacks} is for who wants to look on.)
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
