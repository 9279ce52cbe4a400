/** Form fields of the way of play: question level, detail, dice, seed, names, pins, stop. */

import { HIGHEST_SEED } from "../../engine/dice";
import { InputError } from "../../errors";
import { DETAILS, LEVELS, PACES } from "../../modes";
import { LEVEL_TEXTS } from "../../play/orders/standingOrders";
import { readOwnNames } from "../../play/ownNames";
import { PACE_TEXTS } from "../../play/pacing/beats";
import { parsePins } from "../../play/pins";
import type { GameSetup } from "../../play/start";
import { entryTitles } from "../../play/story/headings";
import type { Program } from "../../rules/program";
import { type Child, h } from "../dom";
import { loadPreferences, type Preferences } from "../preferences";
import { DETAIL_TEXTS } from "../table/detailChoice";
import { labelledField, radioGroup, type SelectOption, selectBox } from "./fields";

/** The fields, with accessors of their values. */
export interface PlayFields {
  readonly elements: readonly Child[];
  preferences(): Preferences;
  /** The part of the setup in them. Throws an {@link InputError} at an invalid value. */
  gameSetup(): Partial<GameSetup>;
}

/**
 * Create the fields of the way of play: question level, detail, dice, seed, names, pins, stop; `stops` are the names of
 * the procedures before which play can stop, in the order of play.
 */
export function playFields(program: Program, stops: readonly string[]): PlayFields {
  const { ask, tell, pace } = loadPreferences();
  const levelChoice = radioGroup(
    "asked",
    "How much is asked",
    LEVELS.map((level) => [level, `${level}: ${LEVEL_TEXTS[level]}`]),
    ask,
  );
  const detailChoice = selectBox(
    "told",
    DETAILS.map((detail) => [detail, `${detail}: ${DETAIL_TEXTS[detail]}`]),
    tell,
  );
  const paceChoice = radioGroup(
    "pace",
    "How fast it is told",
    PACES.map((each) => [each, `${each}: ${PACE_TEXTS[each]}`]),
    pace,
  );
  const dice = radioGroup(
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
  const until = selectBox("until", [["", "nowhere: play to the end"], ...stopChoices(program, stops)], "");
  const pins = h("textarea", { id: "pins", spellcheck: "false", placeholder: "TABLE = RESULT" });
  return {
    elements: [
      levelChoice.element,
      labelledField("How much is told", detailChoice),
      paceChoice.element,
      dice.element,
      labelledField(
        "Seed",
        seed,
        "A number; the same seed and the same answers make the same game. Empty for one of chance.",
      ),
      program.names.length > 0 && labelledField("Names of your own", names, namesHint(program)),
      labelledField(
        "Settled beforehand",
        pins,
        "What the dice of a table show whenever it is rolled on, one a line: TABLE = 3, or TABLE = words of a row.",
      ),
      labelledField("Stop before", until, "Play goes on to there and waits: for who plays the rest on paper."),
    ],
    preferences: () => ({
      ask: levelChoice.now(),
      tell: DETAILS.find((detail) => detail === detailChoice.value) ?? tell,
      pace: paceChoice.now(),
    }),
    gameSetup: () => ({
      seed: parseSeed(seed.value.trim()),
      byHand: dice.now() === "manual",
      names: readOwnNames(names.value, "names", program),
      pins: parsePins(program, pins.value, "pins"),
      until: until.value || undefined,
    }),
  };
}

/**
 * List the titled procedures before which play can stop, each title once, as options of a list: in the order of play, as
 * far as the game's file has it.
 */
function stopChoices(program: Program, stops: readonly string[]): SelectOption[] {
  const titles = entryTitles(program);
  const places = new Map(stops.map((name, place) => [name, place]));
  const place = (name: string): number => places.get(name) ?? stops.length;
  const titled = [...titles].filter(([name, title]) => title !== name.replaceAll("_", " "));
  titled.sort(([left], [right]) => place(left) - place(right));
  return titled.filter(([, title], at) => titled.findIndex((other) => other[1] === title) === at);
}

/** The hint beside the input of own names: how to write names of several lists. */
function namesHint(program: Program): string {
  const lists = program.names.flatMap(({ record }) => (record ? [`${record}:`] : []));
  const more = lists.length > 0 ? ` Before a name of another list stands whose it is: ${lists.join(", ")}` : "";
  return `One a line; they are given before those of the game.${more}`;
}

/**
 * Parse a typed seed of the dice; undefined for an empty text. Throws an {@link InputError} for a text that is no seed.
 */
function parseSeed(text: string): bigint | undefined {
  if (text === "") return undefined;
  if (!/^\d{1,20}$/.test(text)) throw new InputError(`${text} is no seed`, "", `Give a number 0..${HIGHEST_SEED}.`);
  return BigInt(text);
}
