/** A guest's table in the page: its line, and the screen before, in and behind the game. */

import type { InputError } from "../../errors";
import type { HostMessage } from "../../seat/classes";
import { GuestClient } from "../../seat/guest";
import { decodeHostMessage } from "../../seat/messages";
import { RemoteSeat, type SeatListener } from "../../seat/remoteSeat";
import type { SeatFile } from "../../seat/seatFile";
import { GameAtSeat, restoreGame } from "../../seat/seatGame";
import { button, errorSentence, h } from "../dom";
import { loadPreferences } from "../preferences";
import { showScreen } from "../shell";
import { SeatController } from "./seatController";
import { fileChoice } from "./seatImport";
import type { SeatRow } from "./seatStorage";

/** Milliseconds for which a page may sleep before its line is begun anew. */
const MAX_SLEEP = 15_000;

/** Milliseconds between two looks at the clock. */
const CLOCK_INTERVAL = 5000;

/** A guest's table, from sitting down to the end. */
export class GuestTable implements SeatListener {
  private readonly remote: RemoteSeat;
  private controller: SeatController | null = null;
  private readonly leaving = new AbortController();
  private hiddenSince = 0;
  private tickedAt = Date.now();
  private hasEnded = false;

  /** Make the table of an address, with the seat's file. */
  constructor(
    address: string,
    private readonly row: SeatRow,
    private readonly file: SeatFile,
  ) {
    this.remote = new RemoteSeat(address, new GuestClient(file, loadPreferences().ask), this);
  }

  /** Show the game as it is known here, and sit down. */
  start(): void {
    const { signal } = this.leaving;
    document.addEventListener("visibilitychange", () => this.handleVisibility(), { signal });
    window.addEventListener("online", () => !this.hasEnded && this.remote.reconnect(), { signal });
    const clock = setInterval(() => this.noteTime(), CLOCK_INTERVAL);
    signal.addEventListener("abort", () => clearInterval(clock));
    const game = restoreGame(this.file.messages);
    this.controller = game && this.makeController(game);
    if (this.controller === null) this.showWaiting("Sitting down …", "The host's program is asked for your seat.");
    else {
      if (this.row.revealed) this.controller.game.revealed = asRevealed(this.row.revealed);
      this.showGame(this.controller);
    }
    if (this.controller?.game.revealed) this.remote.close();
    else this.remote.connect();
  }

  onMessage(message: HostMessage, line: string): void {
    const { controller } = this;
    if (controller !== null) controller.receive(message, line);
    else if (message.document === "waits" && this.remote.guest.awaitsConsent) this.showOwnDice();
    else if (message.document === "waits")
      this.showWaiting("The game begins as soon as all sit at the table", "This page says when.");
    else if (message.document === "error") this.showRefusal(errorSentence(new Error(message.message)));
    else if (message.document === "seated") {
      this.controller = this.makeController(new GameAtSeat(message));
      this.controller.line.showOpen();
      this.showGame(this.controller);
    }
  }

  onLost(): void {
    if (this.controller !== null) this.controller.showLost();
    else
      this.showWaiting(
        "The table does not answer",
        "Its host may be away, or this seat's address is another by now. It is tried again, as long as this page is open.",
      );
  }

  onEnd(error: InputError): void {
    this.hasEnded = true;
    if (this.controller !== null) this.controller.showEnd(error);
    else this.showRefusal(errorSentence(error));
  }

  /** Leave the table, for a reason that is shown. */
  leave(reason: InputError): void {
    this.leaving.abort();
    this.remote.close();
    this.onEnd(reason);
  }

  /** When the page is seen again, try a lost line at once; one that was open while it was asleep may hang: begin it anew. */
  private handleVisibility(): void {
    if (document.visibilityState === "hidden") {
      this.hiddenSince = Date.now();
      return;
    }
    if (this.hasEnded) return;
    if (Date.now() - this.hiddenSince > MAX_SLEEP) this.remote.reconnect();
    else this.remote.connect();
  }

  /** Begin the line anew if the whole machine was asleep: the clock has jumped, though the page was seen all the time. */
  private noteTime(): void {
    const slept = Date.now() - this.tickedAt - CLOCK_INTERVAL;
    this.tickedAt = Date.now();
    if (slept > MAX_SLEEP && document.visibilityState === "visible" && !this.hasEnded) this.remote.reconnect();
  }

  /** Make the controller of a game at this seat. */
  private makeController(game: GameAtSeat): SeatController {
    const { row, file, remote } = this;
    return new SeatController({ row, file, game, remote });
  }

  /** Show the screen of the game. */
  private showGame(controller: SeatController): void {
    showScreen({
      title: controller.game.seated.title,
      kind: "playing",
      bar: controller.bar.element,
      body: controller.element,
    });
    controller.start(this.leaving.signal);
  }

  /** Show that the game has not begun. */
  private showWaiting(title: string, text: string): void {
    showScreen({
      title: "Your seat",
      kind: "plain",
      bar: h("p", { class: "brand" }, "Bombsight"),
      body: h(
        "section",
        { class: "asked waiting" },
        h("h1", { class: "unseen" }, "Your seat"),
        h("h2", { id: "prompt" }, title),
        h("p", { class: "faint" }, text),
      ),
    });
  }

  /** Ask the player whether he agrees to dice that nobody can prove, before he sits down. */
  private showOwnDice(): void {
    /** Agree, and sit down. */
    const agree = (): void => {
      this.remote.agree();
      this.showWaiting("The game begins as soon as all sit at the table", "This page says when.");
    };
    showScreen({
      title: "Your seat",
      kind: "plain",
      bar: h("p", { class: "brand" }, "Bombsight"),
      body: h(
        "section",
        { class: "asked" },
        h("h1", { class: "unseen" }, "Your seat"),
        h("h2", { id: "prompt" }, "Each player throws dice of his own here"),
        h("p", {}, "Have dice at hand: who gave the last answer throws them, and types what they show."),
        h(
          "p",
          { class: "caution" },
          "Nobody can prove such dice to the others: you believe theirs, and they believe yours. Everything else can be " +
            "checked at the end.",
        ),
        h("p", { class: "ways" }, button("I agree, and sit down", agree, { class: "main" })),
        h("p", { class: "faint beneath" }, "If you do not, close this page: nothing was sent."),
      ),
    });
  }

  /** Show why the table does not let the player sit down, and how he goes on with the seat's file. */
  private showRefusal(message: string): void {
    this.hasEnded = true;
    this.remote.close();
    showScreen({
      title: "Your seat",
      kind: "plain",
      bar: h("p", { class: "brand" }, "Bombsight"),
      body: [
        h("h1", {}, "You cannot sit down here yet"),
        h("p", { role: "alert" }, message),
        h("h2", {}, "Was this seat begun elsewhere?"),
        h(
          "p",
          {},
          "In another browser, at another address of the table, or in a terminal: then its file is there. " +
            "There choose More, Keep my seat's file; in a terminal it is the file of --keep. Choose it here:",
        ),
        fileChoice(this.row.seat),
        h(
          "p",
          { class: "ways" },
          button("Try again", () => location.reload()),
        ),
      ],
    });
  }
}

/** Decode what was revealed, as it is kept. */
function asRevealed(line: string) {
  const message = decodeHostMessage(line);
  return message.document === "revealed" ? message : null;
}
