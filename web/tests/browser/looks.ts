/**
 * What stands in the page of a table while a game goes on, with the words for screen readers, each time that nothing has
 * gone over its line for a moment: `node scripts/browse.mjs looks ADDRESS END`. It goes on until the page says END.
 */

import { Visit } from "./browsers";

const [address = "", end = ""] = process.argv.slice(2);

const PATIENCE = 40_000;

const visit = new Visit(address);
try {
  const page = await visit.page(1100);
  await page.evaluateOnNewDocument(() => {
    const looks: string[] = [];
    Object.assign(window, { looks });
    /** All that can be read in the page: its text, its labels, and its title. */
    const read = (): string => {
      const labels = [...document.querySelectorAll("[aria-label], [aria-valuetext], [title]")].map((each) =>
        ["aria-label", "aria-valuetext", "title"].map((name) => each.getAttribute(name) ?? "").join("|"),
      );
      return [document.title, document.body.textContent ?? "", ...labels].join("\n");
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Read the page when nothing more has gone over its line for a while. */
    const note = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => looks.push(read()), 250);
    };
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      note();
      send.call(this, data);
    };
    const setter = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage")!;
    Object.defineProperty(WebSocket.prototype, "onmessage", {
      ...setter,
      set(listener) {
        (this as WebSocket).addEventListener("message", note);
        setter.set!.call(this, listener);
      },
    });
  });
  await page.goto(address);
  await page.waitForFunction(
    (text) => document.body.textContent?.toLowerCase().includes(text),
    { timeout: PATIENCE },
    end,
  );
  process.stdout.write(JSON.stringify(await page.evaluate(() => (window as unknown as { looks: string[] }).looks)));
} finally {
  await visit.close();
}
