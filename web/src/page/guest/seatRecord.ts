/** What the browser keeps of a seat beside its messages, and the files that a player takes along. */

import { comparableText } from "../../seat/messages";
import type { SeatFile } from "../../seat/seatFile";
import type { GameAtSeat } from "../../seat/seatGame";
import { type KeptOrders, NO_ORDERS } from "../../seat/seatOrders";
import { errorSentence } from "../dom";
import { download } from "../download";
import { type SeatRow, storeSeat } from "./seatStorage";

/** How much of a seat's story was shown, the standing orders, and what was revealed at the end. */
export class SeatRecord {
  private row: SeatRow;

  /** Make the record of a game at a seat; `showProblem` says what cannot be stored. */
  constructor(
    row: SeatRow,
    private readonly file: SeatFile,
    private readonly game: GameAtSeat,
    private readonly showProblem: (message: string) => void,
  ) {
    this.row = { ...row, title: game.seated.title, player: game.ownTitle };
  }

  /** The token that admits this seat. */
  get token(): string {
    return this.row.seat;
  }

  /** How many events of the story were shown; null for all. */
  get shownEvents(): number | null {
    return this.row.shownEvents;
  }

  /** The standing orders that were kept. */
  get kept(): KeptOrders {
    return this.row.kept ?? NO_ORDERS;
  }

  /** Note how many events of the story were shown, null for all. */
  noteShown(shownEvents: number | null): void {
    this.store({ ...this.row, shownEvents });
  }

  /** Note the standing orders. */
  noteOrders(kept: KeptOrders): void {
    this.store({ ...this.row, kept });
  }

  /** Note the line of what was revealed. */
  noteRevealed(revealed: string): void {
    this.store({ ...this.row, revealed });
  }

  /** The name of a file of this seat. */
  fileName(ending: "seat" | "revealed"): string {
    const { game, seat } = this.game.seated;
    return `${game}-${seat.replace(/^-/, "")}.${ending}`;
  }

  /** Offer the seat's file as a download. */
  keepSeatFile(): void {
    download(this.file.text, this.fileName("seat"), "application/octet-stream");
  }

  /** Offer what was revealed as a download. */
  keepRevealed(): void {
    const { revealed } = this.row;
    if (revealed) download(`${revealed}\n`, this.fileName("revealed"), "application/octet-stream");
  }

  /** Store the row if it has changed. */
  private store(row: SeatRow): void {
    if (comparableText(row) === comparableText(this.row)) return;
    this.row = row;
    void storeSeat(row).catch((error: unknown) => this.showProblem(errorSentence(error)));
  }
}
