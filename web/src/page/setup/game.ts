/** The fields of a form that depend on the game: what is played, its options, how it is played. */

import type { Opening } from "../../play/opening";
import type { Game } from "../../rules/gamefile";
import type { Program } from "../../rules/program";
import { type Child, h } from "../dom";
import type { Preferences } from "../preferences";
import { field, fold, type Pick, radios, select } from "./fields";
import { type HowFields, howFields } from "./how";
import { optionFields } from "./options";

/** Of so many missions each stands in a list; of more a number is typed. */
const LISTED = 99;

const CAMPAIGN = "campaign";

/** The fields, and what is chosen in them. */
export interface GameFields {
  readonly elements: readonly Child[];
  /** What is chosen for other games, too; null where nobody looked at it. */
  preferences(): Preferences | null;
  /** How the game begins. Throws an `InputError` where something is none of what it may be. */
  opening(): Opening;
}

/** The fields for a game. */
export function gameFields({ program, settings }: Game): GameFields {
  const mission = missionInput(program);
  const missionField = mission && field("Which", mission);
  const showMissions = (): void => {
    if (missionField) missionField.hidden = what.now() === CAMPAIGN;
  };
  const what = radios(
    "what",
    "What is played",
    [
      ["mission", "one mission"],
      ...(program.career ? [[CAMPAIGN, "a campaign: all of them, one after the other"] as const] : []),
    ],
    "mission",
    showMissions,
  );
  const options = optionFields(settings().options);
  let how: HowFields | null = null;
  const howMade = (): readonly Child[] => {
    how = howFields(program);
    return how.elements;
  };
  return {
    elements: [
      program.career && what.element,
      missionField,
      ...options.elements,
      fold("How it is played", "asked, told, dice, seed, names", howMade),
    ],
    preferences: () => how?.preferences() ?? null,
    opening: () => ({
      campaign: what.now() === CAMPAIGN,
      mission: mission && what.now() !== CAMPAIGN ? Number(mission.value) : undefined,
      options: options.chosen(),
      ...how?.opening(),
    }),
  };
}

/** Where the number of a mission is chosen; null where missions have none. */
function missionInput(program: Program): HTMLSelectElement | HTMLInputElement | null {
  const kind = program.mission.params[0]?.[1];
  if (kind?.is !== "IntType") return null;
  const { low, high } = kind;
  if (high - low >= LISTED) return h("input", { type: "number", id: "mission", min: low, max: high, value: low });
  const picks = Array.from({ length: high - low + 1 }, (_, at): Pick => [String(low + at), `mission ${low + at}`]);
  return select("mission", picks, String(low));
}
