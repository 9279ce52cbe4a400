/** What the page and the worker of odds say to each other. */

import type { Program } from "../../rules/program";
import type { Odds, OddsRequest } from "./odds";

/** To the worker: the game, once; then questions, each with a number, and that one is of no interest any more. */
export type ToWorker =
  | { readonly kind: "game"; readonly program: Program; readonly module: WebAssembly.Module }
  | { readonly kind: "weigh"; readonly number: number; readonly asked: OddsRequest; readonly runs: number }
  | { readonly kind: "stop" };

/**
 * From the worker: what is known by now of a question, and whether that is all; or why its odds are not told: in a
 * sentence, or, where nobody foresaw it, in the browser's words.
 */
export type FromWorker =
  | { readonly kind: "odds"; readonly number: number; readonly odds: Odds; readonly done: boolean }
  | { readonly kind: "refused"; readonly number: number; readonly message: string; readonly hint: string }
  | { readonly kind: "failed"; readonly number: number; readonly message: string };
