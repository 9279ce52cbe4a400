/** Messages between the workshop's page and a desk's worker. */

/** A file that the worker fetches, with its size in bytes. */
export interface FetchedFile {
  readonly address: string;
  readonly bytes: number;
}

/** What a desk is made of: the folder of Pyodide, the sizes of its files, our program, the rules of games. */
export interface DeskParts {
  readonly pyodide: string;
  readonly runtime: readonly FetchedFile[];
  readonly program: FetchedFile;
  readonly games: readonly FetchedFile[];
}

/** A message to the worker: what to begin with, once; then numbered calls in JSON. */
export type ToDesk =
  | { readonly kind: "start"; readonly parts: DeskParts }
  | { readonly kind: "call"; readonly number: number; readonly call: string };

/** A message from the worker: bytes fetched so far; that it is ready; the answer to a call; or why there is no desk. */
export type FromDesk =
  | { readonly kind: "fetched"; readonly bytes: number }
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly number: number; readonly answer: string }
  | { readonly kind: "failed"; readonly message: string };
