/** Typed access to a program's sites by their numbers. */

import type { ChoiceSite, Dice, DrawSite, Program, RollSite } from "./program";

/** The site (numbered code location) of a choice, by its number. */
export function choiceSiteAt(program: Program, number: number): ChoiceSite {
  const site = program.sites[number];
  if (site?.is !== "ChoiceSite") throw new Error(`site ${number} is no choice`);
  return site;
}

/** Whether a mission begins at the site (code location) with a number. */
export function isMissionStart(program: Program, number: number): boolean {
  const site = program.sites[number];
  return site?.is === "EnterSite" && site.kind === "procedure" && site.name === program.mission.name;
}

/** A site where dice are thrown. */
export type ThrowSite = RollSite | DrawSite;

/** The site of a throw, by its number; for a draw with as many members as the die has sides. */
export function throwSite(program: Program, number: number, dice: Dice): ThrowSite {
  const site = program.sites[number];
  if (site?.is === "DrawSite") return { ...site, dice };
  if (site?.is !== "RollSite") throw new Error(`site ${number} throws no dice`);
  return site;
}
