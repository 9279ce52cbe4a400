/** Entry point of the workshop's page. */

import { errorSentence, h, setChildren } from "../page/dom";
import { DeskClient, type DeskState, type DeskWorker } from "./desk/client";
import { deskParts, fetchFileList } from "./parts";

const place = document.getElementById("workshop")!;
const status = h("p", { role: "status" }, "Loading");
setChildren(place, h("h1", {}, "Workshop"), status);

/** Begin a desk with all games of the site, and say when it is ready. */
async function begin(): Promise<void> {
  const files = await fetchFileList();
  const began = performance.now();
  const tell = (state: DeskState) =>
    setChildren(status, state.is === "ready" ? `Ready after ${Math.round(performance.now() - began)} ms` : state.is);
  const makeWorker = () => new Worker("desk.js", { type: "module" }) as DeskWorker;
  const parts = deskParts(
    files,
    files.games.map((game) => game.id),
  );
  const client = new DeskClient(makeWorker, parts, tell);
  const games = await client.call("games");
  place.append(h("ul", {}, ...games.map((game) => h("li", {}, game.title))));
}

begin().catch((error: unknown) => setChildren(status, errorSentence(error)));
