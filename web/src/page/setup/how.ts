/** The fields of a form that say how a game is played: how much is asked and told, dice, seed, names, pins, where it stops. */

import { HIGHEST_SEED } from "../../engine/dice";
import { InputError } from "../../errors";
import { DETAILS, LEVELS } from "../../modes";
import { ownNames } from "../../play/names";
import type { Opening } from "../../play/opening";
import { MEANS } from "../../play/orders/standing";
import { readPins } from "../../play/pins";
import { points } from "../../play/story/headings";
import type { Program } from "../../rules/program";
import { type Child, h } from "../dom";
import { type Preferences, preferences } from "../preferences";
import { TOLD } from "../table/more";
import { field, type Pick, radios, select } from "./fields";

/** The fields, and what is chosen in them. */
export interface HowFields {
  readonly elements: readonly Child[];
  preferences(): Preferences;
  /** What of an opening is said in them. Throws an {@link InputError} where something is none of what it may be. */
  opening(): Partial<Opening>;
}

/** The fields for a game. */
export function howFields(program: Program): HowFields {
  const { ask, tell } = preferences();
  const asked = radios(
    "asked",
    "How much is asked",
    LEVELS.map((level) => [level, `${level}: ${MEANS[level]}`]),
    ask,
  );
  const told = select(
    "told",
    DETAILS.map((detail) => [detail, `${detail}: ${TOLD[detail]}`]),
    tell,
  );
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
    elements: [
      asked.element,
      field("How much is told", told),
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
    preferences: () => ({ ask: asked.now(), tell: DETAILS.find((detail) => detail === told.value) ?? tell }),
    opening: () => ({
      seed: seedIn(seed.value.trim()),
      byHand: dice.now() === "manual",
      names: ownNames(names.value, "names", program),
      pins: readPins(program, pins.value, "pins"),
      until: until.value || undefined,
    }),
  };
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
