/** Parser of the commands about beats: the pace of the story, and undo by beats. */

import { PACES, type Pace } from "../../modes";

/** Set the pace of the story; null for an unknown one. Without a pace, show the current one. */
export interface SetPace {
  readonly is: "SetPace";
  readonly pace: Pace | null;
  readonly word: string;
}

/** Take back all decisions since the last beat ended. */
export interface UndoBeat {
  readonly is: "UndoBeat";
}

/** Parse `pace`, `pace throws` or `undo beat`; null for other text. */
export function parseBeatCommand(text: string): SetPace | UndoBeat | null {
  const [, word = "", rest = ""] = /^\/?([^ ]*) *(.*)$/s.exec(text.trim())!;
  if (word.toLowerCase() === "undo" && rest === "beat") return { is: "UndoBeat" };
  if (word.toLowerCase() !== "pace") return null;
  const pace = PACES.find((each) => rest !== "" && each.startsWith(rest.toLowerCase())) ?? null;
  return { is: "SetPace", pace, word: rest };
}
