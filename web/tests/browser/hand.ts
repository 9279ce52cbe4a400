/** Somebody who plays: he sees what stands in the page, and clicks and presses keys. */

import type { ElementHandle, Page } from "puppeteer-core";
import { unreachable } from "../../src/closed";
import type { Chance } from "./chance";

/** What a player is asked, as the page shows it. */
export interface Asked {
  readonly kind: "options" | "matrix" | "several" | "throw" | "over";
  readonly prompt: string;
  /** The answers, or the rows of a matrix, or the dice of a throw. */
  readonly count: number;
  /** What may be typed for each answer. */
  readonly keys: readonly string[];
  /** What is said to be wrong. */
  readonly complaint: string;
}

/** How long something may take to stand there, in milliseconds. */
const PATIENCE = 30_000;

/** So long behind a stop of the story nothing is answered, in milliseconds. */
const STOP_PAUSE = 450;

/** So many pages the news before a question may fill. */
const PAGES = 400;

const PRESSED = "//*[self::button or self::a or self::summary]";

/** A player's hand. */
export class Hand {
  private last = "";

  /**
   * @param ways - How often each way of answering was taken.
   */
  constructor(
    readonly page: Page,
    readonly chance: Chance,
    readonly ways = new Map<string, number>(),
  ) {}

  /** Wait until something stands in the page. */
  async sees(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { timeout: PATIENCE });
  }

  /** Click what a selector finds. */
  async click(selector: string): Promise<void> {
    await this.sees(selector);
    await this.touch((await this.page.$(selector))!);
  }

  /** Click an element, scrolled away from the bars. */
  private async touch(element: ElementHandle): Promise<void> {
    await element.evaluate((each) => each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" }));
    await element.click();
  }

  /** Click the button or the link with this text that is in sight. */
  async press(text: string): Promise<void> {
    for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
      for (const each of await this.page.$$(`::-p-xpath(${PRESSED}[normalize-space()="${text}"])`)) {
        if (await each.isVisible()) return this.touch(each);
      }
    }
    throw new Error(`nothing to be pressed says ${text}`);
  }

  /** Whether what has the focus can be seen, and nothing lies over it. */
  isFocusSeen(): Promise<boolean> {
    return this.page.evaluate(() => {
      const at = document.activeElement!;
      // A link in a text may go over several lines: the middle of all of them need not be its own.
      const { left, top, width, height } = at.getClientRects()[0] ?? at.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + (at.matches(".go-on") ? height - 4 : height / 2));
      return there !== null && (at.contains(there) || there.contains(at));
    });
  }

  /** Whether something is typed where the focus is: Enter takes it, wherever that is. */
  private isTyped(): Promise<boolean> {
    return this.page.evaluate(() => {
      const at = document.activeElement;
      return at instanceof HTMLInputElement && at.type === "text" && at.value !== "";
    });
  }

  /** Wait until the page is drawn anew, so that what watches it knows what is in sight. */
  drawn(): Promise<void> {
    return this.page.evaluate(
      () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
    );
  }

  /** Wait until the page scrolls no more. */
  resting(): Promise<void> {
    return this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let [last, still] = [Number.NaN, 0];
          const look = (): void => {
            still = scrollY === last ? still + 1 : 0;
            last = scrollY;
            if (still > 4) resolve();
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
  }

  /** Wait until the page takes a key for an answer again, behind a stop of the story. */
  pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, STOP_PAUSE));
  }

  /** What is asked now. */
  asked(): Promise<Asked> {
    return this.page.evaluate(() => {
      const asked = document.querySelector(".asked")!;
      const rows = asked.querySelectorAll(".matrix tbody tr").length;
      const options = [...asked.querySelectorAll("button.option")];
      const boxes = asked.querySelectorAll(".option input[type=checkbox]").length;
      const faces = asked.querySelectorAll(".faces").length;
      const kind = rows ? "matrix" : boxes ? "several" : options.length ? "options" : faces ? "throw" : "over";
      return {
        kind,
        prompt: asked.querySelector("#prompt")?.textContent ?? "",
        count: rows || boxes || options.length || faces,
        keys: options.map(
          (option) => (option.querySelector("kbd") ?? option.querySelector(".answer"))?.textContent ?? "",
        ),
        complaint: asked.querySelector(".complaint")?.textContent ?? "",
      } as const;
    });
  }

  /** Do something that answers, and wait until what comes then is asked; dialogs that open by it are closed. */
  async answering(act: () => Promise<void>): Promise<Asked> {
    await this.mark();
    try {
      await act();
      return await this.settled();
    } catch (error) {
      const { prompt, complaint } = await this.asked();
      if (process.env.SHOTS) await this.page.screenshot({ path: `${process.env.SHOTS}/fault.png` });
      throw new Error(`no answer to "${prompt}", by ${this.last}: ${complaint}`, { cause: error });
    }
  }

  /** Mark the question that stands there, so that another is known from it. */
  private mark(): Promise<void> {
    return this.page.evaluate(() => document.querySelector("#prompt")?.setAttribute("data-answered", ""));
  }

  /** Have the first of what is put as one put by itself. */
  private async alone(): Promise<void> {
    await this.press("One by one");
    await this.sees(".asked button.option.suggested");
    await this.mark();
    await this.click(".asked button.option.suggested");
  }

  /** Wait until something new is asked; where the story waits, go to the question. */
  async settled(): Promise<Asked> {
    await this.sees("#prompt:not([data-answered]), .go-on");
    const isHeld = (await this.page.$(".go-on")) !== null;
    while (await this.page.$("dialog[open], .go-on"))
      await this.page.keyboard.press((await this.page.$("dialog[open]")) ? "Escape" : "s");
    await this.sees("#prompt:not([data-answered])");
    if (isHeld) await this.pause();
    return this.asked();
  }

  /** Make a move, in one of the ways that there are. */
  async move(asked: Asked): Promise<Asked> {
    switch (asked.kind) {
      case "options":
        return this.option(asked);
      case "matrix":
        return this.matrix(asked);
      case "several":
        return this.several(asked);
      case "throw":
        return this.throw(asked);
      case "over":
        throw new Error("the game is over: there is no move");
      default:
        return unreachable(asked.kind);
    }
  }

  /** Take back the last answers: by a key, or to one of a list. What is asked then. */
  takeBack(): Promise<Asked> {
    const { page, chance } = this;
    if (this.took(chance.of(["undo by key", "undo to a point"])) === "undo by key") {
      return this.answering(() => page.keyboard.press("u"));
    }
    return this.answering(async () => {
      await this.press("More");
      await this.press("Take back …");
      const points = await page.$$("dialog .choices button");
      await this.touch(points[Math.min(chance.below(3), points.length - 1)]!);
    });
  }

  /** Give an order for what is asked, by its dialog: until something happens. */
  order(): Promise<Asked> {
    this.took("order");
    return this.answering(async () => {
      await this.press("Standing order …");
      const term = await this.page.$$eval("#order-term option", (all) =>
        all.findIndex((each) => each.text.includes("something")),
      );
      await this.page.select("#order-term", String(term));
      await this.press("Give the order");
    });
  }

  /** Have the page throw from here on. */
  throwNoMore(): Promise<Asked> {
    return this.answering(() => this.press("The page throws from here on"));
  }

  /** Take what is suggested, whatever it is. */
  take(): Promise<Asked> {
    return this.answering(() => this.step());
  }

  /** Answer what is suggested, and look no further. */
  async step(): Promise<void> {
    await this.enter();
    await this.meant();
    await this.drawn();
  }

  /** Press Enter at the question; what stands above it is turned over first, but by what is typed it is answered. */
  async enter(): Promise<void> {
    // What comes into sight while the page still scrolls would be taken for a page to turn, and not be read.
    await this.resting();
    for (let pages = 0; pages < PAGES && !(await this.isTyped()) && !(await this.isFocusSeen()); pages++) {
      await this.page.keyboard.press("Enter");
      await this.drawn();
      await this.resting();
    }
    await this.page.keyboard.press("Enter");
  }

  /** Let the autopilot play to the end, but for what is grave. */
  finish(): Promise<Asked> {
    this.took("the rest by order");
    return this.answering(() => this.orderEverything());
  }

  /** Give the order that answers everything. */
  async orderEverything(): Promise<void> {
    await this.press("Standing order …");
    await this.page.select("#order-answer", "everything");
    await this.press("Give the order");
  }

  private took<Way extends string>(way: Way): Way {
    this.last = way;
    this.ways.set(way, (this.ways.get(way) ?? 0) + 1);
    return way;
  }

  private option({ count, keys }: Asked): Promise<Asked> {
    const { page, chance } = this;
    const way = this.took(chance.of(["enter", "enter", "click", "click", "number", "arrows"]));
    switch (way) {
      case "enter":
        return this.take();
      case "click": {
        const at = chance.below(count);
        return this.answering(async () => {
          await this.click(`button.option:nth-of-type(${at + 1})`);
          await this.meant();
        });
      }
      case "number":
        return this.answering(async () => {
          const key = chance.of(keys);
          if (key !== "Enter") await page.keyboard.type(key);
          await this.enter();
          await this.meant();
        });
      case "arrows":
        return this.answering(async () => {
          for (let steps = chance.below(count) + 1; steps > 0; steps--) await page.keyboard.press("ArrowDown");
          await this.enter();
          await this.meant();
        });
      default:
        return unreachable(way);
    }
  }

  /** Wait until an answer is taken, or it is asked whether a grave one is meant: whether that is asked. */
  async isAskedAgain(): Promise<boolean> {
    await this.sees("#prompt:not([data-answered]), .go-on, dialog.small[open]");
    return (await this.page.$("dialog.small[open]")) !== null;
  }

  /** Say that a grave answer is meant, where it is asked. */
  private async meant(): Promise<void> {
    if (await this.isAskedAgain()) {
      this.took("meant");
      await this.click("dialog.small[open] button.grave");
    }
  }

  private matrix({ count }: Asked): Promise<Asked> {
    const { page, chance } = this;
    const way = this.took(chance.of(["matrix by cells", "matrix by keys", "matrix by columns", "matrix one by one"]));
    switch (way) {
      case "matrix by cells":
        return this.answering(async () => {
          const rows = await page.$$(".matrix tbody tr");
          for (const row of [chance.below(count), chance.below(count)]) {
            const cells = await rows[row]!.$$(".cell");
            await this.touch(cells[chance.below(cells.length)]!);
          }
          await this.press("Answer as marked");
        });
      case "matrix by keys":
        return this.answering(async () => {
          for (let row = 0; row < count; row++) {
            if (chance.is(0.5)) await page.keyboard.press("ArrowRight");
            await page.keyboard.press("ArrowDown");
          }
          await this.enter();
        });
      case "matrix by columns":
        return this.answering(async () => {
          const heads = await page.$$(".matrix thead button");
          await this.touch(heads[chance.below(heads.length)]!);
          await this.press("Answer as marked");
        });
      case "matrix one by one":
        return this.answering(() => this.alone());
      default:
        return unreachable(way);
    }
  }

  /** Mark the first row of a matrix by a touch, and type what is marked in the second; what the touch marked. */
  async markAndType(): Promise<string> {
    const { page } = this;
    await this.touch((await page.$(".matrix tbody tr:first-child .cell:not(:has(:checked))"))!);
    const [marked, line] = await page.$eval(".matrix", (matrix) => {
      const [first, second] = matrix.querySelectorAll("tbody tr");
      const columnOf = (row: Element) =>
        `[data-column="${row.querySelector(":checked")!.closest("td")!.dataset.column}"]`;
      const at = [...second!.children].findIndex((cell) => cell.querySelector(":checked"));
      const key = matrix.querySelector(`thead tr > :nth-child(${at + 1}) kbd`)!.textContent;
      return [
        matrix.querySelector<HTMLElement>(`thead ${columnOf(first!)} button`)!.title,
        `${second!.getAttribute("aria-label")} ${key}`,
      ];
    });
    await this.answering(async () => {
      await page.keyboard.press("/");
      await page.keyboard.type(line!);
      await page.keyboard.press("Enter");
    });
    return marked!;
  }

  private several({ count }: Asked): Promise<Asked> {
    const { page, chance } = this;
    this.took("several");
    return this.answering(async () => {
      const boxes = await page.$$(".asked label.option");
      for (let tries = chance.below(3); tries > 0; tries--) await this.touch(boxes[chance.below(count)]!);
      if (await page.$(".asked .ways button.main:disabled")) await this.alone();
      else await this.click(".asked .ways button.main");
    });
  }

  private throw({ count }: Asked): Promise<Asked> {
    const { page, chance } = this;
    if (chance.is(0.3)) {
      this.took("dice typed");
      return this.answering(async () => {
        const sides = (await page.$$(".faces:first-child .face")).length;
        await page.keyboard.press("/");
        const faces = Array.from({ length: count }, () => 1 + chance.below(sides));
        await page.keyboard.type(faces.join(" "));
        await page.keyboard.press("Enter");
      });
    }
    this.took("dice touched");
    return this.answering(async () => {
      const rows = await page.$$(".faces");
      for (const row of rows) {
        const faces = await row.$$(".face");
        await this.touch(faces[chance.below(faces.length)]!);
      }
    });
  }
}
