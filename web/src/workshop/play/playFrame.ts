/** The frame in which a game is played: apart from the page, which it reaches by messages alone. */

import { unreachable } from "../../closed";
import { type FrameScreen, type FromFrame, isFrameReady, type PlayOrder } from "../../page/embedded/messages";
import { loadPreferences } from "../../page/preferences";
import { type PlayProgram, renderFrameDocument } from "./frameDocument";

/** What a frame is asked to play. */
export type FrameOrder = Omit<PlayOrder, "kind" | "styles" | "preferences">;

/** What hears of a frame. */
export interface FrameListener {
  /** Lines of the save were stored, from this number on. */
  stored(at: number, lines: readonly string[]): void;
  /** The game goes on by changed rules: all answers hold, so many, though before one of them the story may be another. */
  continued(answers: number, differsAt: string): void;
  shown(screen: FrameScreen): void;
  failed(message: string): void;
}

/** Milliseconds within which the program of a frame begins, on a device that has other things to do. */
const BEGINNING_LIMIT = 20_000;

const NOT_BEGUN_TEXT = "The game's page did not begin. Load this page again; your rules are kept.";

/** A frame. */
export class PlayFrame {
  readonly element = document.createElement("iframe");
  private port: MessagePort | null = null;
  private readonly timer = setTimeout(() => this.fail(), BEGINNING_LIMIT);

  constructor(
    private readonly program: PlayProgram,
    private readonly order: FrameOrder,
    private readonly listener: FrameListener,
  ) {
    this.element.title = "The game";
    this.element.setAttribute("sandbox", "allow-scripts"); // so its origin is its own: no storage, no page beside it
    window.addEventListener("message", this.take);
    this.element.srcdoc = renderFrameDocument(program.script);
  }

  /** Give the keyboard to the game. */
  focus(): void {
    this.element.focus();
  }

  /** End the game, whatever it is doing. */
  close(): void {
    clearTimeout(this.timer);
    window.removeEventListener("message", this.take);
    this.port?.close();
    this.element.remove();
  }

  /** Give the order to the frame once it is ready. */
  private readonly take = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== this.element.contentWindow || !isFrameReady(data) || this.port) return;
    clearTimeout(this.timer);
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = (event: MessageEvent<FromFrame>) => this.hear(event.data);
    const order: PlayOrder = {
      kind: "play",
      styles: this.program.styles,
      preferences: loadPreferences(),
      ...this.order,
    };
    this.element.contentWindow!.postMessage(order, "*", [port2]); // its origin has no name
  };

  private hear(message: FromFrame): void {
    switch (message.kind) {
      case "stored":
        this.listener.stored(message.at, message.lines);
        break;
      case "continued":
        this.listener.continued(message.answers, message.differsAt);
        break;
      case "shown":
        this.listener.shown(message.screen);
        break;
      case "failed":
        this.listener.failed(message.message);
        break;
      default:
        unreachable(message);
    }
  }

  private fail(): void {
    this.listener.failed(NOT_BEGUN_TEXT);
  }
}
