/** The addresses of the pages on which a site shows a game's tables. */

import { hasWorkshop, listSiteGames, loadEdition, type ReadyGame } from "../storage/games";

/** Characters that no file of a site has in its name. */
const UNSAFE_CHARACTERS = /[^0-9A-Za-z_.-]+/g;

/**
 * Find the address of a table's page, by the table's id; null if the site has none: the game is the player's own, or only
 * a variant has the table.
 */
export async function findTablePage({ game, isOfSite }: ReadyGame, table: string): Promise<string | null> {
  const id = game.program.game;
  const plain = isOfSite ? (await listSiteGames()).find((each) => each.game === id)?.editions[0] : undefined;
  if (plain === undefined) return null;
  const { tables } = (await loadEdition(plain)).game.cards();
  const name = namePages(tables.map((card) => card.id)).get(table);
  return name === undefined ? null : `../${id}/tables/${name}.html`;
}

/** Find the address that begins a house rule for a table in the site's workshop; null if the site has none for it. */
export async function findTableWorkshop(ready: ReadyGame, table: string): Promise<string | null> {
  if (!(await hasWorkshop()) || (await findTablePage(ready, table)) === null) return null;
  return `../workshop/index.html#/house/${[ready.game.program.game, table].map(encodeURIComponent).join("/")}`;
}

/** Name the pages of tables by their ids, as a site does: each has a name of its own, whatever the case of letters. */
export function namePages(tables: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set(["index"]);
  const names = new Map<string, string>();
  for (const table of tables) {
    const base = table.replace(UNSAFE_CHARACTERS, "-").replace(/^[.-]+|[.-]+$/g, "") || "page";
    let name = base;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${base}-${number}`;
    used.add(name.toLowerCase());
    names.set(table, name);
  }
  return names;
}
