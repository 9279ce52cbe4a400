/** The introduction of a story: the game played. */

import type { Program } from "../../rules/program";
import type { Header } from "../../session/classes";
import { describeEntry } from "../../session/entry";
import { isByHand } from "../../session/records";

/** Describe the settings of a game: mission or campaign, seed, dice, pins, changed options, overlays. */
export function describeSettings(program: Program, header: Header): string[] {
  const dice = { seeded: `seed ${header.seed}`, manual: "real dice", file: `dice from ${header.dice_file}` };
  const thrower = isByHand(header) ? "your own dice" : "the seed throws";
  const options = program.options.filter((option) => option.value !== option.default);
  return [
    ...(header.entry === "career" || header.args.length > 0 ? [describeEntry(header.entry, header.args)] : []),
    dice[header.dice],
    ...(header.thrower ? [thrower] : []),
    ...describePins(header),
    ...options.map((option) => `${option.name} = ${option.value}`),
    ...program.overlays,
  ];
}

/** Describe the pins of tables: `G-5 pinned to 3`. */
export function describePins(header: Header): string[] {
  return header.pins.map(({ table, faces }) => `${table} pinned to ${faces.join("+")}`);
}
