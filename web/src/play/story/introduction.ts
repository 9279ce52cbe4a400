/** The introduction of a story: the game played. */

import type { Program } from "../../rules/program";
import type { Header } from "../../session/classes";
import { describeEntry } from "../../session/entry";
import { isByHand } from "../../session/records";
import * as moveSentences from "../sentences";
import * as sentences from "../storySentences";

/** Describe the settings of a game: mission or campaign, seed, dice, pins, changed options, overlays. */
export function describeSettings(program: Program, header: Header): string[] {
  const dice = {
    seeded: sentences.seedSetting(String(header.seed)),
    manual: sentences.REAL_DICE,
    file: sentences.diceFileSetting(String(header.dice_file)),
  };
  const thrower = isByHand(header) ? sentences.OWN_DICE : sentences.SEED_THROWS;
  const options = program.options.filter((option) => option.value !== option.default);
  return [
    ...(header.entry === "career" || header.args.length > 0 ? [describeEntry(header.entry, header.args)] : []),
    dice[header.dice],
    ...(header.thrower ? [thrower] : []),
    ...describePins(header),
    ...options.map((option) => sentences.optionSetting(option.name, option.value)),
    ...program.overlays,
  ];
}

/** Describe the pinned dice results of a game: `G-5 pinned to 3`. */
export function describePins(header: Header): string[] {
  return header.pins.map(({ table, faces }) => moveSentences.pinned(table, faces.join("+")));
}
