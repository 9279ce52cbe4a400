/** Messages between the workshop and the page that plays in a frame of it. */

import type { Preferences } from "../preferences";

/** What the frame says to the workshop's window: that it can be given a port and a game. */
export interface FrameReady {
  readonly kind: "ready";
}

/** What the frame is given: the game to play, once, with the port for its messages. */
export interface PlayOrder {
  readonly kind: "play";
  /** The bytes of a game file. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** The seed of the dice, in decimal digits. */
  readonly seed: string;
  /** The lines of a save of the game by other rules, to go on from; null to begin. */
  readonly lines: readonly string[] | null;
  /** How much is asked and told, and how fast: the frame cannot read what the device keeps of that. */
  readonly preferences: Preferences;
  /** The style sheet of the page: the frame fetches nothing. */
  readonly styles: string;
}

/**
 * What the frame says through its port: lines that it has stored, that it goes on by other rules, what it shows, or why it
 * shows nothing.
 */
export type FromFrame =
  | {
      readonly kind: "stored";
      /** The number of the first of these lines in the save; whatever stood there and behind it is replaced. */
      readonly at: number;
      readonly lines: readonly string[];
    }
  | {
      readonly kind: "continued";
      /** The number of answers, all of which hold. */
      readonly answers: number;
      /** The first answer before which the story differs, in words, or the end; empty if none is known. */
      readonly differsAt: string;
    }
  | { readonly kind: "shown"; readonly screen: FrameScreen }
  | { readonly kind: "failed"; readonly message: string };

/** What the frame shows: the game, how far a save holds by other rules, or something else about the game. */
export type FrameScreen = "game" | "preview" | "other";

/** Whether a message of the frame to the workshop's window is that it is ready. */
export function isFrameReady(message: unknown): message is FrameReady {
  return typeof message === "object" && message !== null && "kind" in message && message.kind === "ready";
}
