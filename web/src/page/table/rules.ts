/** A save beside the rules that are here by now: what differs, how far it holds, and the way to go on by them.
 *
 * Nothing is written before the player says so.
 */

import { InputError } from "../../errors";
import { type Prospect, prospectOf, prospectTold } from "../../play/goingOver";
import { played } from "../../session/entry";
import { Unwritten } from "../../session/ledger";
import { goOnBy } from "../../session/migration";
import type { Saved } from "../../session/saved";
import { button, type Child, h, sentence } from "../dom";
import { dropUnused, keepPlayed } from "../keeping/games";
import { likestPlayer, newerPlayer, type Opened } from "../keeping/players";
import { bytesOf, held, type Save, type Whole, whole } from "../keeping/saves";
import { tellAgain } from "../looking/played";
import { inSlices, readSave } from "../looking/reading";
import { hashOf } from "../routes";
import { announce, type Screen } from "../shell";
import { waysOut } from "./refused";

/** The screen of a save beside the rules that are here. Throws an {@link InputError} where there is no such save. */
export async function rulesScreen(id: string): Promise<Screen> {
  const kept = await whole(id);
  if (kept === undefined) throw new InputError("there is no such save in this browser");
  const { save, lines } = kept;
  const back = h("a", { href: hashOf({ at: "play", save: id }) }, "Back to the game");
  return {
    title: save.title,
    kind: "plain",
    body: [
      h("h1", {}, save.title),
      h("p", {}, `${save.what} · ${save.standing}`),
      ...(await readSave(bytesOf(lines), save.title)
        .then((saved) => told(kept, saved))
        .catch(wrong)),
      h("p", { class: "ways" }, back, ...waysOut(save)),
    ],
  };
}

function wrong(error: unknown): Child[] {
  return [h("p", { role: "alert" }, sentence(error))];
}

/** What would become of a save, and the way to it. */
async function told(kept: Whole, saved: Saved): Promise<Child[]> {
  const { save } = kept;
  const opened = await openedFor(save, saved);
  const { compiled, game } = opened.ready;
  const going = prospectOf(await compiled, saved, game.head.snapshot ?? "", save.title);
  const found = await inSlices(going, tellAgain);
  const go = button(
    found.changes.length > 0 ? "Go on by these rules" : "Go on with what holds",
    () => void goneOver(kept, found, opened).catch((error: unknown) => announce(sentence(error))),
    { class: "main" },
  );
  return [
    found.isNeeded && h("h2", {}, "What differs"),
    found.changes.length > 0 && h("ul", {}, ...found.changes.map((change) => h("li", {}, change))),
    found.isNeeded && !found.changes.length && h("p", {}, "Lines of the save were changed since it was played."),
    h("h2", {}, "How far it holds"),
    ...prospectTold(found).map((paragraph) => h("p", {}, paragraph)),
    found.isNeeded && h("p", { class: "faint" }, "Nothing has been changed yet."),
    found.isNeeded && h("p", {}, go),
  ];
}

/** The game that a save could go on by: the site's, where that has other rules by now; or what is likest here. */
async function openedFor(save: Save, { header }: Saved): Promise<Opened> {
  const newer = await newerPlayer(save, header);
  const opened = newer ? { player: newer, ready: await newer.open() } : await likestPlayer(header);
  if (opened) return opened;
  throw new InputError(`${header.title} is not here`, "", "Put a game file of it onto the page first.");
}

/** Have a save go on by other rules, as it was shown, and go to it; unless somebody plays it, or has played it since. */
async function goneOver(shown: Whole, found: Prospect, { ready, player }: Opened): Promise<void> {
  const { save } = shown;
  const release = await held(save.id);
  if (release === null) {
    announce(`${save.title} is open in another tab or window: close it there first.`);
    return;
  }
  try {
    const now = await whole(save.id);
    if (now?.lines.length !== shown.lines.length) throw new InputError("it was played on meanwhile", "", "Look again.");
    const keeper = new Unwritten(save.title);
    goOnBy(keeper, found.header, found.holds);
    await keepPlayed(ready, { ...now.save, ...asPlayedBy(found, player.place, player.edition) }, keeper.take());
  } finally {
    release();
  }
  await dropUnused();
  location.hash = hashOf({ at: "play", save: save.id });
}

/** What a list shows of a save that goes on by other rules. They may have nothing that play was to stop before. */
function asPlayedBy({ header, holds }: Prospect, place: string, edition: string): Partial<Save> {
  const what = [played(header.entry, header.args), edition].filter((each) => each).join(", ");
  return { place, what, isOver: holds.ends, until: "" };
}
