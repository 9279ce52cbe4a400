/** The fields of a form that depend on the game: what is played, options, dice, names, pins. */

import { InputError } from "../../errors";
import { ownNames } from "../../play/names";
import { HIGHEST_SEED, type Opening } from "../../play/opening";
import { readPins } from "../../play/pins";
import { points } from "../../play/story/headings";
import type { Game } from "../../rules/gamefile";
import type { Program } from "../../rules/program";
import { type Child, h } from "../dom";
import { field, type Pick, radios, select } from "./fields";
import { optionFields } from "./options";

/** Of so many missions each stands in a list; of more a number is typed. */
const LISTED = 99;

const CAMPAIGN = "campaign";

/** The fields, and what is chosen in them. */
export interface GameFields {
  readonly what: Child;
  readonly options: Child[];
  readonly how: Child[];
  /** How the game begins. Throws an {@link InputError} where something is none of what it may be. */
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
  const dice = radios(
    "dice",
    "Dice",
    [
      ["seeded", "the page throws them"],
      ["manual", "I throw real ones, and say how they fall"],
    ],
    "seeded",
  );
  const seed = h("input", { type: "text", id: "seed", inputmode: "numeric", autocomplete: "off" });
  const names = h("textarea", { id: "names", spellcheck: "false" });
  const until = select("until", [["", "nowhere: play to the end"], ...stops(program)], "");
  const pins = h("textarea", { id: "pins", spellcheck: "false", placeholder: "TABLE = RESULT" });
  return {
    what: program.career || missionField ? [program.career && what.element, missionField] : null,
    options: options.elements,
    how: [
      dice.element,
      field("Seed", seed, "A number; the same seed and the same answers make the same game. Empty for one of chance."),
      program.names.length > 0 && field("Names of your own", names, namesAbout(program)),
      field(
        "Settled beforehand",
        pins,
        "What the dice of a table show whenever it is rolled on, one a line: TABLE = 3, or TABLE = words of a row.",
      ),
      field("Stop before", until, "Play goes on to there and waits: for who plays the rest on paper."),
    ],
    opening: () => ({
      campaign: what.now() === CAMPAIGN,
      mission: mission && what.now() !== CAMPAIGN ? Number(mission.value) : undefined,
      seed: seedIn(seed.value.trim()),
      byHand: dice.now() === "manual",
      names: ownNames(names.value, "names", program),
      pins: readPins(program, pins.value, "pins"),
      options: options.chosen(),
      until: until.value || undefined,
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

/** Where play can be stopped: before what begins with a title, each title once. */
function stops(program: Program): Pick[] {
  const titled = [...points(program)].filter(([name, title]) => title !== name.replaceAll("_", " "));
  const once = new Map(titled.map(([name, title]): Pick => [title, name]));
  return [...once].map(([title, name]): Pick => [name, title]);
}

function namesAbout(program: Program): string {
  const lists = program.names.flatMap(({ record }) => (record ? [`${record}:`] : []));
  const more = lists.length > 0 ? ` Before a name of another list stands whose it is: ${lists.join(", ")}` : "";
  return `One a line; they are given before those of the game.${more}`;
}

function seedIn(text: string): bigint | undefined {
  if (text === "") return undefined;
  if (!/^\d{1,20}$/.test(text)) throw new InputError(`${text} is no seed`, "", `Give a number 0..${HIGHEST_SEED}.`);
  return BigInt(text);
}
