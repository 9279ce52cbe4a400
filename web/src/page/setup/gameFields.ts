/** Form fields that depend on the game: mission, options, and the way of play. */

import type { GameSetup } from "../../play/start";
import type { Game } from "../../rules/gamefile";
import type { Program } from "../../rules/program";
import { type Child, h } from "../dom";
import type { Preferences } from "../preferences";
import { primerText } from "../table/primer";
import { foldedPart, labelledField, radioGroup, type SelectOption, selectBox } from "./fields";
import { optionFields } from "./optionFields";
import { type PlayFields, playFields } from "./playFields";

/** Maximum number of missions in a list; for more, the number is typed. */
const MAX_LISTED_MISSIONS = 99;

const CAMPAIGN = "campaign";

/** The fields, with accessors of their values. */
export interface GameFields {
  readonly elements: readonly Child[];
  /** The chosen preferences; null if the player left their part folded. */
  preferences(): Preferences | null;
  /** The setup of the game. Throws an `InputError` at an invalid value. */
  gameSetup(): GameSetup;
}

/** Create the fields of a game's setup: mission, options, and the way of play. */
export function gameFields({ program, settings }: Game): GameFields {
  const mission = missionInput(program);
  const missionField = mission && labelledField("Which", mission);
  /** Hide the mission's field for a campaign, else show it. */
  const toggleMissionField = (): void => {
    if (missionField) missionField.hidden = what.now() === CAMPAIGN;
  };
  const what = radioGroup(
    "what",
    "What is played",
    [
      ["mission", "one mission"],
      ...(program.career ? [[CAMPAIGN, "a campaign: all of them, one after the other"] as const] : []),
    ],
    "mission",
    toggleMissionField,
  );
  const { options: settled, primer, stops } = settings();
  const options = optionFields(settled);
  let how: PlayFields | null = null;
  /** Create the fields of the way of play, once their part is opened. */
  const makePlayFields = (): readonly Child[] => {
    how = playFields(program, stops);
    return how.elements;
  };
  return {
    elements: [
      primer && foldedPart(primer.title, "for the first time: one page", () => [primerText(primer)]),
      program.career && what.element,
      missionField,
      ...options.elements,
      foldedPart("How it is played", "asked, told, dice, seed, names", makePlayFields),
    ],
    preferences: () => how?.preferences() ?? null,
    gameSetup: () => ({
      campaign: what.now() === CAMPAIGN,
      mission: mission && what.now() !== CAMPAIGN ? Number(mission.value) : undefined,
      options: options.chosenOptions(),
      ...how?.gameSetup(),
    }),
  };
}

/** Create the input of the mission's number; null if missions have no numbers. */
function missionInput(program: Program): HTMLSelectElement | HTMLInputElement | null {
  const kind = program.mission.params[0]?.[1];
  if (kind?.is !== "IntType") return null;
  const { low, high } = kind;
  if (high - low >= MAX_LISTED_MISSIONS)
    return h("input", { type: "number", id: "mission", min: low, max: high, value: low });
  const picks = Array.from(
    { length: high - low + 1 },
    (_, at): SelectOption => [String(low + at), `mission ${low + at}`],
  );
  return selectBox("mission", picks, String(low));
}
