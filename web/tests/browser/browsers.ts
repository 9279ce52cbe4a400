/** Real browsers without a window: where they are, how they are begun and ended, and what goes wrong in them. */

import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import puppeteer, { type Browser, type HTTPRequest, type Page } from "puppeteer-core";
import type { Pace } from "../../src/modes";

export type Kind = "chromium" | "firefox";

const NAMES: Readonly<Record<Kind, readonly string[]>> = {
  chromium: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  firefox: ["firefox", "firefox-esr"],
};

/** The browser that tests are run in, as BROWSER says. */
export const KIND: Kind = process.env.BROWSER === "firefox" ? "firefox" : "chromium";

/** Where a browser's program is: as BOMBSIGHT_CHROMIUM or BOMBSIGHT_FIREFOX says, or found by its name. */
function programOf(kind: Kind): string {
  const told = process.env[`BOMBSIGHT_${kind.toUpperCase()}`];
  if (told) return told;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const all = NAMES[kind].flatMap((name) => folders.map((folder) => join(folder, name)));
  const program = all.find(isProgram);
  if (program === undefined) throw new Error(`no ${kind} is here`);
  return program;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A browser with a profile of its own, which lasts when it is killed. */
export class Visit {
  /** What went wrong in any of its pages: errors on the console, violations of the policy, requests to elsewhere. */
  readonly faults: string[] = [];
  private readonly profile = mkdtempSync(join(tmpdir(), "bombsight-profile-"));
  private readonly downloads = mkdtempSync(join(tmpdir(), "bombsight-downloads-"));
  private browser: Browser | null = null;

  constructor(
    private readonly home: string,
    private readonly kind: Kind = KIND,
    private readonly preferences: Readonly<Record<string, unknown>> = {},
  ) {}

  /** The browser, begun if it was not, or was killed. */
  async open(): Promise<Browser> {
    this.browser ??= await puppeteer.launch({
      browser: this.kind === "firefox" ? "firefox" : "chrome",
      executablePath: programOf(this.kind),
      userDataDir: this.profile,
      headless: true,
      args:
        this.kind === "chromium" ? ["--no-sandbox", "--disable-dev-shm-usage", "--force-prefers-reduced-motion"] : [],
      downloadBehavior: { policy: "allow", downloadPath: this.downloads },
      extraPrefsFirefox: {
        "browser.download.dir": this.downloads,
        "browser.download.folderList": 2,
        "browser.download.alwaysOpenPanel": false, // it takes the keys from the page
        "ui.prefersReducedMotion": 1,
        ...this.preferences,
      },
      defaultViewport: { width: 1100, height: 800 },
      protocolTimeout: 60_000,
    });
    return this.browser;
  }

  /**
   * A new page, whose faults are written down. Its story goes at a pace, whatever the browser may have lost of that: the
   * one that stops nowhere, so that what waits for an answer is always a question.
   */
  async page(width = 1100, height = 800, pace: Pace = "straight"): Promise<Page> {
    const page = await (await this.open()).newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warn") this.faults.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.faults.push(`error: ${error}`));
    page.on("request", (request) => this.checked(request));
    await page.evaluateOnNewDocument(() => {
      addEventListener("securitypolicyviolation", (event) => {
        const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
        console.error(`policy: ${violatedDirective} ${blockedURI}`);
      });
    });
    await page.evaluateOnNewDocument((chosen) => {
      if (!location.protocol.startsWith("http")) return;
      const name = `bombsight ${new URL("../", location.href).pathname}`;
      try {
        const kept = JSON.parse(localStorage.getItem(name) ?? "{}") as object;
        localStorage.setItem(name, JSON.stringify({ pace: chosen, ...kept }));
      } catch {
        // A browser without storage uses the defaults.
      }
    }, pace);
    await page.setViewport({ width, height });
    return page;
  }

  private checked(request: HTTPRequest): void {
    const { protocol, origin } = new URL(request.url());
    if (["blob:", "data:", "about:"].includes(protocol) || origin === new URL(this.home).origin) return;
    this.faults.push(`request: ${request.url()}`);
  }

  /** The files that were downloaded, by their paths. One that is still coming is empty, or is called otherwise. */
  downloaded(): string[] {
    return readdirSync(this.downloads)
      .filter((name) => !/\.(part|crdownload|tmp)$/.test(name) && !name.startsWith("."))
      .map((name) => join(this.downloads, name))
      .filter((path) => statSync(path).size > 0);
  }

  /** End the browser at once, as when the power fails. */
  async kill(): Promise<void> {
    const { browser } = this;
    const process = browser?.process();
    this.browser = null;
    if (!browser || !process || process.exitCode !== null) return;
    const gone = new Promise((resolve) => process.once("exit", resolve));
    process.kill("SIGKILL");
    await gone;
    // What puppeteer wrote into the profile it takes out again, in its own time: before another browser begins with it.
    await browser.close().catch(() => {});
    const written = join(this.profile, "user.js");
    for (const until = Date.now() + 10_000; existsSync(written) && Date.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** End it, and throw away what it kept. */
  async close(): Promise<void> {
    await this.browser?.close();
    this.browser = null;
    for (const folder of [this.profile, this.downloads])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
