/** Sites of a kind by their numbers, as calls and events of a program name them. */

import type { ChoiceSite, Dice, DrawSite, Program, RollSite } from "./program";

/** The choice with this number. */
export function choiceSiteAt(program: Program, number: number): ChoiceSite {
  const site = program.sites[number];
  if (site?.is !== "ChoiceSite") throw new Error(`site ${number} is no choice`);
  return site;
}

/** Whether a mission begins at the site with this number. */
export function isMissionStart(program: Program, number: number): boolean {
  const site = program.sites[number];
  return site?.is === "EnterSite" && site.kind === "procedure" && site.name === program.mission.name;
}

/** Where dice are thrown. */
export type ThrowSite = RollSite | DrawSite;

/** The throw with this number: of a draw, with as many sides as there are members. */
export function throwSite(program: Program, number: number, dice: Dice): ThrowSite {
  const site = program.sites[number];
  if (site?.is === "DrawSite") return { ...site, dice };
  if (site?.is !== "RollSite") throw new Error(`site ${number} throws no dice`);
  return site;
}
