/** Going on with the file of a seat that was begun in another browser, at another address, or in a terminal. */

import { readSeatLines } from "../../seat/seatFile";
import { NO_ORDERS } from "../../seat/seatOrders";
import { openDialog } from "../dialogs";
import { type Child, errorSentence, h } from "../dom";
import { loadSeat, replaceSeatFile, storeSeat } from "./seatStorage";

/** Render the choice of a seat's file: once it is read, the seat goes on with it. */
export function fileChoice(token: string): Child {
  const problem = h("p", { role: "alert" });
  const input = h("input", { type: "file", accept: ".seat", "aria-label": "The seat's file" });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    void file
      .text()
      .then((text) => takeFile(token, text))
      .catch((error: unknown) => {
        problem.textContent = errorSentence(error);
      });
  });
  return [h("p", {}, input), problem];
}

/** Open the dialog that asks for a seat's file. */
export function importDialog(token: string): void {
  openDialog("Go on with a seat's file", [
    h(
      "p",
      {},
      "What this browser keeps of the seat is replaced by the file. Choose the last file of this seat that you kept: " +
        "an older one lacks answers that you have given since, and the host's moves no longer fit it.",
    ),
    fileChoice(token),
  ]);
}

/** Keep the text of a seat's file in place of what is here, and begin anew with it. */
async function takeFile(token: string, text: string): Promise<void> {
  const lines = readSeatLines(text);
  await replaceSeatFile(token, lines);
  await storeSeat({ ...(await loadSeat(token)), shownEvents: null, kept: NO_ORDERS });
  location.reload();
}
