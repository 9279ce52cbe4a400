/** Sites of a kind by their numbers, as calls and events of a program name them. */

import type { ChoiceSite, Program, RollSite } from "./program";

/** The choice with this number. */
export function choiceSite(program: Program, number: number): ChoiceSite {
  const site = program.sites[number];
  if (site?.is !== "ChoiceSite") throw new Error(`site ${number} is no choice`);
  return site;
}

/** The throw with this number. */
export function rollSite(program: Program, number: number): RollSite {
  const site = program.sites[number];
  if (site?.is !== "RollSite") throw new Error(`site ${number} throws no dice`);
  return site;
}
