/**
 * A guest's shares of the dice: his hash chain, and when each share is opened.
 *
 * All state is in the seat's own file. Each share is opened once: with the guest's own answer, or for the one answer of
 * another seat to which the host has committed.
 */

import { InputError } from "../errors";
import type { Level } from "../modes";
import type { Answered, Hello, Seated, Share, ShareWanted, Waits } from "./classes";
import { generateSecret, ShareChain } from "./commitments";
import { comparableText } from "./messages";
import type { SeatFile } from "./seatFile";

/** The protocol of tables whose dice are made of shares behind each move. */
const WITH_SHARES = 2;

/** The name by which a referee sits at a table; he gives no shares. */
export const REFEREE_SEAT = "-referee";

/** What to do about a host who breaks the protocol. */
export const HOST_CHEATS_HINT =
  "Play no further with this host. Keep your seat's file: `bombsight verify` tells what it shows.";

/** The shares of a guest, and the file in which he notes those that he has opened. */
export class GuestShares {
  private chain: Promise<ShareChain> | null = null;

  constructor(private readonly file: SeatFile) {}

  /** The guest's hash chain; its secret root is generated and stored at first. */
  private async ownChain(): Promise<ShareChain> {
    let root = this.file.last("root")?.root;
    if (root === undefined) {
      root = generateSecret();
      await this.file.store({ document: "root", root });
    }
    this.chain ??= ShareChain.expand(root);
    return this.chain;
  }

  /**
   * Make and store the greeting of a guest who sits down or reconnects. Throws an {@link InputError} if the host has
   * another secret than before, or the table an older protocol.
   */
  async makeHello(waits: Waits, line: string, asks: Level): Promise<Hello> {
    const { file } = this;
    const seated = file.last("seated");
    if (seated !== null && file.all("waits").some((each) => each.seal !== waits.seal))
      throw new InputError("the host has another secret than before the game began", "", HOST_CHEATS_HINT);
    if (waits.protocol !== WITH_SHARES) {
      const hint = "The host begins a new one, with this version of Bombsight.";
      throw new InputError("this table was begun by an older version, and its host could choose the dice", "", hint);
    }
    if (seated !== null && seated.protocol !== WITH_SHARES)
      throw new InputError("this table's dice were settled otherwise before", "", HOST_CHEATS_HINT);
    const anchor = waits.guests.length > 0 ? (await this.ownChain()).anchor : "";
    const hello: Hello = { document: "hello", anchor, share: "", have: 0, asks, undone: 0 };
    await file.store(waits, line);
    await file.store(hello);
    return hello;
  }

  /** Store the terms of a table. Throws an {@link InputError} if they contradict what was told before. */
  async storeTerms(seated: Seated, line: string): Promise<void> {
    const { file } = this;
    const stored = file.last("seated");
    if (stored !== null && comparableText(stored) !== comparableText(seated))
      throw new InputError(
        "the host tells of another game, or of other commitments, than before",
        "",
        HOST_CHEATS_HINT,
      );
    const waits = file.last("waits");
    if (waits !== null) {
      const areSame =
        seated.protocol === waits.protocol &&
        seated.spares === waits.spares &&
        [...seated.anchors.keys()].sort().join() === [...waits.guests].sort().join();
      if (!areSame) throw new InputError("what the dice rest on is another than was told before", "", HOST_CHEATS_HINT);
      if (seated.dice !== waits.dice)
        throw new InputError("the dice are others than were told before", "", HOST_CHEATS_HINT);
      if (waits.guests.length === 0 && seated.seed === null && seated.dice === "seeded")
        throw new InputError("nobody gives shares of the dice, and no seed of them is named", "", HOST_CHEATS_HINT);
      const givesShares = waits.guests.length > 0 && seated.seat !== REFEREE_SEAT;
      if (givesShares && seated.anchors.get(seated.seat) !== (await this.ownChain()).anchor)
        throw new InputError("the host has not taken what this seat committed itself to", "", HOST_CHEATS_HINT);
    }
    await file.store(seated, line);
  }

  /** Open the share of the first dice seed; null if the players give no shares. */
  async openFirstShare(): Promise<Share | null> {
    const seated = this.file.last("seated");
    if (seated === null || seated.anchors.size === 0 || seated.seat === REFEREE_SEAT) return null;
    return this.openShare(0);
  }

  /**
   * Open the share behind another seat's answer, once the host has committed to that. Throws an {@link InputError} if
   * he wants it for another answer than before, or out of turn.
   */
  async openWantedShare(wanted: ShareWanted, line: string): Promise<Share> {
    const stored = this.file.all("share_wanted").find((each) => each.move === wanted.move);
    if (stored !== undefined && stored.committed !== wanted.committed)
      throw new InputError(`the host has taken back the answer of move ${wanted.move}`, "", HOST_CHEATS_HINT);
    if (stored === undefined && wanted.move !== this.lastOpenedMove() + 1)
      throw new InputError(`the host wants a share of move ${wanted.move} out of turn`, "", HOST_CHEATS_HINT);
    await this.file.store(wanted, line);
    return this.openShare(wanted.move);
  }

  /**
   * Add the share to the guest's own answer, and store it, so that an answer that is sent again is the same. Throws an
   * {@link InputError} if the host has had this share for another's answer, or counts moves otherwise: from a share all
   * earlier ones follow.
   */
  async addShare(answered: Answered): Promise<Answered> {
    const { file } = this;
    const [seated, turn] = [file.last("seated"), file.last("turn")];
    let whole = answered;
    if (seated !== null && seated.anchors.size > 0 && turn !== null) {
      const [move, last] = [turn.moves + 1, this.lastOpenedMove()];
      if (move !== last && move !== last + 1 && !seated.spares)
        throw new InputError(`the host wants a share of move ${move} out of turn`, "", HOST_CHEATS_HINT);
      if (file.all("share_wanted").some((each) => each.move === move))
        throw new InputError(`the host has had the share of move ${move} for another answer`, "", HOST_CHEATS_HINT);
      whole = { ...answered, move, share: (await this.ownChain()).shareOf(move) };
    }
    await file.store(whole);
    return whole;
  }

  /** Open the share for a move, stored before it is sent. */
  private async openShare(move: number): Promise<Share> {
    const share: Share = { document: "share", move, share: (await this.ownChain()).shareOf(move) };
    await this.file.store(share);
    return share;
  }

  /** The number of the last move whose share was opened; -1 for none. */
  private lastOpenedMove(): number {
    return Math.max(-1, ...[...this.file.all("share"), ...this.file.all("answer")].map((each) => each.move));
  }
}
