/** The desk of the page: begun when the page is opened, and again when it failed; with how far it is, for people. */

import { unreachable } from "../closed";
import type { Calls } from "./desk/calls";
import { DeskClient, type DeskState, type DeskWorker } from "./desk/client";
import type { DeskParts } from "./desk/messages";

/** How far the desk is. */
export type DeskProgress =
  | { readonly is: "fetching"; readonly bytes: number; readonly total: number }
  | { readonly is: "starting" }
  | { readonly is: "ready" }
  | { readonly is: "failed"; readonly message: string };

/** What the host of a desk needs. */
export interface DeskSurroundings {
  /** Find out what the desk is made of. */
  loadParts(): Promise<DeskParts>;
  makeWorker(): DeskWorker;
  /** Hears how far the desk is. */
  tell(progress: DeskProgress): void;
  /** The files that a desk is given that is begun again, each with its text. */
  texts(): Iterable<readonly [string, string]>;
}

/** Matches an address up to the name of its file. */
const ADDRESS = /https?:\S*\//g;

/** Describe how far the desk is. */
export function describeProgress(progress: DeskProgress): string {
  switch (progress.is) {
    case "fetching":
      return `Fetching ${megabytes(progress.bytes)} of ${megabytes(progress.total)} MB`;
    case "starting":
      return "Starting";
    case "ready":
      return "Ready";
    case "failed":
      return `Findings, odds and play are missing: ${progress.message.replace(ADDRESS, "")}.`;
    default:
      return unreachable(progress);
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** Holds the present desk. */
export class DeskHost {
  private client: Promise<DeskClient>;

  constructor(private readonly surroundings: DeskSurroundings) {
    this.client = this.start();
  }

  /** Make a call, once the desk is ready. */
  async call<K extends keyof Calls>(name: K, ...args: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    return (await this.client).call(name, ...args);
  }

  /** Begin another desk in place of one that failed. */
  beginAgain(): void {
    void this.client.then(
      (client) => client.close(),
      () => {},
    );
    this.client = this.start();
    for (const [file, text] of this.surroundings.texts()) this.call("put_file", file, text).catch(() => {});
  }

  private start(): Promise<DeskClient> {
    const client = this.makeClient();
    client.catch((error: unknown) => {
      this.surroundings.tell({ is: "failed", message: error instanceof Error ? error.message : String(error) });
    });
    return client;
  }

  private async makeClient(): Promise<DeskClient> {
    const { surroundings } = this;
    const parts = await surroundings.loadParts();
    const files = [...parts.runtime, parts.program, ...parts.games];
    const total = files.reduce((sum, file) => sum + file.bytes, 0);
    surroundings.tell({ is: "fetching", bytes: 0, total });
    return new DeskClient(
      () => surroundings.makeWorker(),
      parts,
      (state) => surroundings.tell(progressOf(state, total)),
    );
  }
}

function progressOf(state: DeskState, total: number): DeskProgress {
  if (state.is !== "fetching") return state;
  return state.bytes < total ? { is: "fetching", bytes: state.bytes, total } : { is: "starting" };
}

/** The attributes of a progress bar. */
export function progressValues(progress: DeskProgress): Readonly<Record<string, number | string>> {
  const label = { "aria-label": "The desk is being prepared" };
  return progress.is === "fetching" ? { ...label, value: progress.bytes, max: progress.total } : label;
}
