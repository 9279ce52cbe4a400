/** The tones of what boards show: good or bad for the player, or neither. */

import type { Tone } from "../../modes";
import type { PlaceShown, ThingShown } from "./classes";

/** The tone of a thing: bad if any of its marks is, else good if any is. */
export function thingTone({ marks }: ThingShown): Tone {
  return joinTones(marks.map(({ tone }) => tone));
}

/** The tone of a place: bad if any thing there is, else good if any is. */
export function placeTone({ things }: PlaceShown): Tone {
  return joinTones(things.map(thingTone));
}

/** The tone of several things: bad if any is, else good if any is. */
export function joinTones(tones: readonly Tone[]): Tone {
  return tones.includes("bad") ? "bad" : tones.includes("good") ? "good" : "";
}

/** Join the texts of all marks (texts about a thing) of a thing on a board, with commas. */
export function thingText({ marks }: ThingShown): string {
  return marks.map((mark) => mark.text).join(", ");
}
