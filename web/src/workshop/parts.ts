/** What the site has for its workshop. */

import type { WorkshopFiles } from "../rules/documents";
import type { DeskParts } from "./desk/messages";

/** Fetch the list of what the workshop loads. */
export async function fetchFileList(): Promise<WorkshopFiles> {
  const response = await fetch("files.json");
  if (!response.ok) throw new Error(`files.json: ${response.status}`);
  return (await response.json()) as WorkshopFiles;
}

/** The parts of a desk for some games of the site, by their ids; at the addresses that a worker fetches. */
export function deskParts(files: WorkshopFiles, games: readonly string[]): DeskParts {
  const at = (file: { path: string; bytes: number }) => ({
    address: new URL(file.path, document.baseURI).href,
    bytes: file.bytes,
  });
  return {
    pyodide: new URL("pyodide/", document.baseURI).href,
    runtime: files.runtime.filter((file) => !file.path.endsWith("js")).map(at),
    program: at(files.program),
    games: files.games.filter((game) => games.includes(game.id)).map(at),
  };
}
