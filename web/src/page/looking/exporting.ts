/** Saves as files: out of the browser, and into it. */

import { InputError } from "../../errors";
import { played } from "../../play/records/wording";
import type { Header } from "../../session/records";
import { linesKept, parseSave } from "../../session/saved";
import { editionReady, games, keepBegun, keptReady, laidOver, ownGames, ownName, type Ready } from "../keeping/games";
import { linesOf, newId, type Save } from "../keeping/saves";

/** Give the browser a file to put where a person wants it. */
export function download(content: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name for a file of a save. */
export function fileName({ game, begun }: Save, ending: string): string {
  const time = new Date(begun).toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
  return `${game}-${time}.${ending}`;
}

/** Put a save into a file, as `bombsight resume` takes it. */
export async function exportSave(save: Save): Promise<void> {
  const lines = await linesOf(save.id);
  download(lines.map((line) => `${line}\n`).join(""), fileName(save, "save"), "application/jsonl");
}

/**
 * Take a save from a file; where nothing here has its rules, it is refused when it is to be played.
 *
 * Throws an {@link InputError} where it is none, or its game is not here.
 */
export async function importSave(file: File): Promise<Save> {
  const data = new Uint8Array(await file.arrayBuffer());
  const saved = parseSave(data, file.name);
  const { header } = saved;
  const { ready, place, edition } = await gameOf(header);
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place,
    title: header.title,
    digest: ready.digest,
    what: [played(header.entry, header.args), edition].filter((each) => each).join(", "),
    standing: `From ${file.name}`,
    isOver: saved.end !== null,
    until: "",
    begun: now,
    played: now,
    lines: 0,
  };
  await keepBegun(ready, save, linesKept(data, saved));
  return save;
}

/** A game file that a save can be played by. */
interface Player {
  readonly ready: Ready;
  readonly place: string;
  readonly edition: string;
}

/** The game file by which a save is played, among the site's and one's own: by its rules, by rules called alike, or any. */
async function gameOf(header: Header): Promise<Player> {
  const found = [...(await ofSite(header.game)), ...(await ofOwn(header.game))];
  const names = header.overlays.map((overlay) => overlay.name).join();
  const likest =
    found.find((each) => each.rules === header.rules) ??
    found.find((each) => each.overlays.join() === names) ??
    found[0];
  if (likest) return likest.open();
  throw new InputError(`${header.title} is not here`, "", "Put a game file of it onto the page first.");
}

/** A game file that has not been opened yet. */
interface Closed {
  readonly rules: string;
  readonly overlays: readonly string[];
  open(): Promise<Player>;
}

async function ofSite(game: string): Promise<Closed[]> {
  const listed = (await games()).filter((each) => each.game === game);
  return listed.flatMap(({ editions }) =>
    editions.map((edition) => ({
      ...edition,
      open: async () => ({ ready: await editionReady(edition), place: game, edition: edition.name }),
    })),
  );
}

async function ofOwn(game: string): Promise<Closed[]> {
  const own = (await ownGames()).filter((each) => each.game === game);
  return Promise.all(
    own.map(async ({ digest }) => {
      const ready = (await keptReady(digest))!;
      const { rules_hash: rules, overlays } = ready.game.program;
      const player = { ready, place: ownName(digest), edition: laidOver(overlays) };
      return { rules, overlays, open: () => Promise.resolve(player) };
    }),
  );
}
