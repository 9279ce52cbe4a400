/** Messages between the page and the odds worker. */

import type { Program } from "../../rules/program";
import type { Odds, OddsRequest } from "./odds";

/** A message to the worker: the game, once; numbered questions; and the end of interest in the current one. */
export type ToWorker =
  | { readonly kind: "game"; readonly program: Program; readonly module: WebAssembly.Module }
  | { readonly kind: "weigh"; readonly number: number; readonly asked: OddsRequest; readonly runs: number }
  | { readonly kind: "stop" };

/**
 * A message from the worker: odds known so far of a question, and whether they are final; or a refusal for people; or
 * an unforeseen error in the browser's words.
 */
export type FromWorker =
  | { readonly kind: "odds"; readonly number: number; readonly odds: Odds; readonly done: boolean }
  | { readonly kind: "refused"; readonly number: number; readonly message: string; readonly hint: string }
  | { readonly kind: "failed"; readonly number: number; readonly message: string };
