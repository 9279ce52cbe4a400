/** Typed access to a program's sites by their numbers. */

import type { ChoiceSite, Dice, DrawSite, Program, RollSite } from "./program";

/** The choice site with a number. */
export function choiceSiteAt(program: Program, number: number): ChoiceSite {
  const site = program.sites[number];
  if (site?.is !== "ChoiceSite") throw new Error(`site ${number} is no choice`);
  return site;
}

/** Whether a site begins a mission. */
export function isMissionStart(program: Program, number: number): boolean {
  const site = program.sites[number];
  return site?.is === "EnterSite" && site.kind === "procedure" && site.name === program.mission.name;
}

/** A site where dice are thrown. */
export type ThrowSite = RollSite | DrawSite;

/** The throw site with a number: for a draw, the sides of its die are the number of members. */
export function throwSite(program: Program, number: number, dice: Dice): ThrowSite {
  const site = program.sites[number];
  if (site?.is === "DrawSite") return { ...site, dice };
  if (site?.is !== "RollSite") throw new Error(`site ${number} throws no dice`);
  return site;
}
