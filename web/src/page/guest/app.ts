/** Entry point of the page of a table: takes the seat's token out of the address, and sits down. */

import { InputError } from "../../errors";
import { button, errorSentence, h } from "../dom";
import { layers } from "../layers";
import { mountShell, showScreen, warn } from "../shell";
import { GuestTable } from "./guestTable";
import { listSeats, loadSeat, openSeatFile, storeSeat, watchSeats } from "./seatStorage";
import { SeatClaim } from "./seatTabs";

/** The key of the tab's own storage under which its seat stands, for when the page is loaded again. */
const TAB_KEY = "bombsight seat";

/** A token as hosts make them. */
const TOKEN = /^[\w-]{1,200}$/;

const NOT_STORED_TEXT =
  "This browser stores nothing for this page, as some do in private windows. Your seat lasts as long as this page " +
  "stays open: keep its file (More) before you close it.";

/** Take the token of a seat out of the address's fragment, or find the one that this tab has; empty for none. */
function takeToken(): string {
  const given = location.hash.slice(1);
  if (TOKEN.test(given)) {
    history.replaceState(history.state, "", location.pathname);
    try {
      sessionStorage.setItem(TAB_KEY, given);
    } catch {
      // A browser that stores nothing asks for the address again when the page is loaded again.
    }
    return given;
  }
  try {
    return sessionStorage.getItem(TAB_KEY) ?? "";
  } catch {
    return "";
  }
}

/** The address of a seat's line: that of the page, by its token. */
function lineAddress(token: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${location.pathname.replace(/[^/]*$/, "")}${token}`;
}

/** Sit down at a seat, unless another tab plays it. */
async function sitDown(token: string): Promise<void> {
  const claim = new SeatClaim(token);
  let table: GuestTable | null = null;
  /** Leave the seat to another tab. */
  const leave = (): void => table?.leave(new InputError("this seat is played in another tab of this browser now"));
  /** Play here. */
  const play = async (): Promise<void> => {
    const [row, file] = [await loadSeat(token), await openSeatFile(token)];
    await storeSeat(row);
    await file.store({ document: "played_in_page" });
    table = new GuestTable(lineAddress(token), row, file);
    table.start();
  };
  if (await claim.hold(leave)) return play();
  const takeOver = (): void => void claim.takeOver(leave).then(play).catch(showFailure);
  const text = "It goes on there. If you play here instead, that tab stops.";
  showScreen({
    title: "Your seat",
    kind: "plain",
    bar: h("p", { class: "brand" }, "Bombsight"),
    body: [
      h("h1", {}, "This seat is open in another tab"),
      h("p", {}, text),
      h("p", { class: "ways" }, button("Play here instead", takeOver, { class: "main" })),
    ],
  });
}

/** Show why nothing can be shown. */
function showFailure(error: unknown): void {
  const body = [h("h1", {}, "This cannot be shown"), h("p", { role: "alert" }, errorSentence(error))];
  showScreen({ title: "A table", kind: "plain", bar: h("p", { class: "brand" }, "Bombsight"), body });
}

/** Ask at which of the seats that are kept here the player sits; there is none without an address of one. */
async function chooseSeat(): Promise<void> {
  const seats = await listSeats();
  const [only, ...others] = seats;
  if (only !== undefined && others.length === 0) return sitDown(only.seat);
  const bar = h("p", { class: "brand" }, "Bombsight");
  if (only === undefined) {
    const text =
      "The host of a table shows an address for each seat: it ends in # and the seat's token. Open it as a whole.";
    showScreen({ title: "A table", kind: "plain", bar, body: [h("h1", {}, "This is a table"), h("p", {}, text)] });
    return;
  }
  const choices = seats.map(({ seat, title, player }) =>
    h("li", { class: "card" }, h("h3", {}, h("a", { href: `#${seat}`, class: "cover" }, player || "A seat")), title),
  );
  const body = [h("h1", {}, "Where do you sit?"), h("ul", { class: "seat-choice" }, ...choices)];
  showScreen({ title: "A table", kind: "plain", bar, body });
}

/** Begin: sit down, or ask where. */
async function begin(): Promise<void> {
  const token = takeToken();
  await (token ? sitDown(token) : chooseSeat());
}

document.addEventListener("DOMContentLoaded", () => {
  mountShell();
  watchSeats({ onNotStored: () => warn(NOT_STORED_TEXT) });
  window.addEventListener("popstate", () => layers.handleTraversal());
  window.addEventListener("hashchange", () => location.hash.length > 1 && location.reload());
  layers.settle(); // loaded again while a layer was open
  begin().catch(showFailure);
});
