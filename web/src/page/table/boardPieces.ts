/**
 * Pieces on boards in the page: those that are options of the open question answer it, others open what stands there.
 *
 * A board has one stop of the Tab key; arrow keys go from piece to piece, the options first, in their order.
 */

import type { BoardShown, PlaceShown } from "../../play/boards/classes";
import { placeOfTarget } from "../../play/boards/pieces";
import { thingTone } from "../../play/boards/tones";
import { TONE_MARKS } from "../../play/story/lineParts";
import { markedAsNew } from "../../play/storySentences";
import { openDialog } from "../dialogs";
import { button, h } from "../dom";
import { markElement } from "./partElements";
import { areaOf, isWithinFinger, joinTargets, layOutAreas, markCrowded, markInner, markStacked } from "./pieceAreas";
import { lightElements, type PieceLink } from "./pieceLinks";
import { PieceMarks } from "./pieceMarks";

/** Pixels beside a small piece within which a touch is meant for it. */
const TOUCH_REACH = 20;

/** Pixels between a piece and its label. */
const LABEL_GAP = 6;

/** How the arrow keys go from piece to piece. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Called when a piece is chosen. */
export interface PieceHandlers {
  /** Called before a piece answers the question. */
  beforeAnswer(): void;
  /** Called after a piece has marked an answer. */
  afterChoice(): void;
}

/** A piece on a drawing: its element, and the links that it has. */
interface Piece {
  readonly target: SVGGElement;
  /** The answers that it is; none for one that only opens what stands there. */
  readonly links: readonly PieceLink[];
}

/** The pieces of one drawn board. */
export class BoardPieces {
  private readonly pieces: readonly Piece[];
  /** What stands at each target, whole. */
  private readonly wordsByTarget = new Map<SVGGElement, string>();
  private readonly marks: PieceMarks;
  private readonly label = h("div", { class: "piece-label", "aria-hidden": "true", hidden: true });

  /**
   * Make the pieces of a drawing targets of mouse, touch and keyboard.
   * @param links - The answers of the open question.
   * @param titles - The pieces by their titles, for links that have a title alone.
   * @param handlers - Called when a piece is chosen.
   */
  constructor(
    private readonly drawing: SVGSVGElement,
    private readonly board: BoardShown,
    links: readonly PieceLink[],
    titles: ReadonlyMap<string, string>,
    private readonly handlers: PieceHandlers,
  ) {
    this.marks = new PieceMarks(drawing);
    const drawn = [...drawing.querySelectorAll<SVGGElement>(".target")];
    const targets = joinTargets(drawn.filter((target) => !this.isPart(target)));
    markInner(targets.filter((target) => target.classList.contains("changed")));
    const pieces = targets.map((target): Piece => {
      const piece = target.dataset.piece ?? "";
      const own = piece ? links.filter((link) => (link.piece || titles.get(link.title)) === piece) : [];
      this.wordsByTarget.set(target, target.querySelector("title")?.textContent ?? "");
      return { target, links: own };
    });
    const order = new Map(links.map((link, at) => [link, at]));
    const chosen = pieces.filter((each) => each.links.length > 0);
    chosen.sort((one, other) => order.get(one.links[0]!)! - order.get(other.links[0]!)!);
    const others = pieces.filter((each) => each.links.length === 0 && this.isOpening(each));
    this.pieces = [...chosen, ...others];
    const answering = chosen.map(({ target }) => target);
    const around = targets.filter((target) => !answering.includes(target));
    markCrowded(around.filter((target) => target.classList.contains("changed")));
    if (this.pieces.length === 0) return;
    // What is drawn last lies above: options lie above all others.
    const next = targets.at(-1)!.nextSibling;
    for (const { target } of chosen) drawing.insertBefore(target, next);
    drawing.setAttribute("role", "group");
    layOutAreas(answering, around);
    markStacked(answering);
    for (const piece of this.pieces) this.prepare(piece);
    this.pieces[0]!.target.setAttribute("tabindex", "0");
    drawing.addEventListener("click", (event) => this.handleClick(event));
    drawing.addEventListener("keydown", (event) => this.handleKey(event));
  }

  /** Whether a piece opens what stands there: it is a place with things, or a thing at a point. */
  private isOpening(piece: Piece): boolean {
    const place = this.placeAt(piece.target);
    return place !== null && (place.piece === "" || place.piece === piece.target.dataset.piece);
  }

  /** Remove the target of a thing that stands for its own place, which has one; return whether it was that. */
  private isPart(target: SVGGElement): boolean {
    const { piece } = target.dataset;
    const isPart = piece !== undefined && this.drawing.querySelector(`[data-piece="${piece}"]`) !== target;
    if (isPart && this.board.places.some((place) => place.piece === piece)) {
      target.remove();
      return true;
    }
    return false;
  }

  /** The place at which a target stands; null if nothing stands there. */
  private placeAt(target: SVGGElement): PlaceShown | null {
    const text = this.wordsByTarget.get(target) ?? "";
    return placeOfTarget(this.board, { piece: target.dataset.piece ?? "", text });
  }

  /** Make a piece a button, which lights its answers in the question. */
  private prepare(piece: Piece): void {
    const { target, links } = piece;
    const words = this.wordsByTarget.get(target)!;
    target.setAttribute("tabindex", "-1");
    target.setAttribute("role", "button");
    this.describe(piece);
    for (const type of ["pointerleave", "focusout"]) {
      target.addEventListener(type, () => {
        this.label.remove();
        lightElements(links, false);
      });
    }
    target.classList.add(links.length > 0 ? "answerable" : "opening");
    if (links.length === 0) return;
    target.querySelector("title")?.remove();
    const row = links.find((link) => !link.piece);
    if (row) target.dataset.row = row.title;
    if (links.some(({ elements }) => elements.some((element) => element.contains(document.activeElement))))
      target.classList.add("lit");
    for (const type of ["pointerenter", "focusin"]) {
      target.addEventListener(type, () => {
        this.describe(piece);
        lightElements(links, true);
        this.showLabel(target, links, words);
      });
    }
  }

  /** Say to screen readers what a piece answers now, or what stands there. */
  private describe({ target, links }: Piece): void {
    const said = links.map((link) => link.describe()).join("; ");
    const words = said || this.wordsByTarget.get(target)!;
    target.setAttribute("aria-label", markedAsNew(words, target.classList.contains("changed")));
    const marks = links.flatMap((link) => link.mark() ?? []);
    if (marks.length > 0) this.marks.show(target, marks);
  }

  /** Show anew which pieces are marked: the marks were set in the question. */
  update(): void {
    for (const piece of this.pieces) this.describe(piece);
  }

  /** Show the label of a piece beside it: what it answers, and what stands there. */
  private showLabel(target: Element, links: readonly PieceLink[], words: string): void {
    const said = links.map((link) => h("strong", {}, link.describe()));
    this.label.replaceChildren(...said, words);
    this.label.hidden = false;
    (this.drawing.closest("dialog") ?? document.body).append(this.label);
    const { left, top, bottom, width } = target.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.label;
    const x = Math.max(LABEL_GAP, Math.min(left + width / 2 - offsetWidth / 2, innerWidth - offsetWidth - LABEL_GAP));
    const above = top - offsetHeight - LABEL_GAP;
    this.label.style.left = `${x}px`;
    this.label.style.top = `${above > 0 ? above : bottom + LABEL_GAP}px`;
  }

  /** Choose the piece at a click, or the nearest one for a finger; where none is an option, open what stands there. */
  private handleClick(event: MouseEvent): void {
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const near = this.answersAt(event.clientX, event.clientY, isTouch ? TOUCH_REACH : 0);
    const at = event.target instanceof Element ? event.target.closest(".target") : null;
    if (near.length > 0) this.choose(near);
    else if (at instanceof SVGGElement) this.open(this.placeAt(at));
  }

  /** Whether the drawing stands in the page. */
  get isShown(): boolean {
    return this.drawing.isConnected;
  }

  /**
   * The options at a point: the smallest that contain it, several where they stand at the very same place; or, with a
   * `reach` for a finger, the nearest, several where they are small and close to one another.
   */
  private answersAt(x: number, y: number, reach: number): readonly Piece[] {
    const found = this.pieces
      .filter(({ links }) => links.length > 0)
      .map((piece) => {
        const rectangle = areaOf(piece.target).getBoundingClientRect();
        const { left, right, top, bottom, width, height } = rectangle;
        const distance = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
        const off = Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y);
        return { piece, rectangle, distance, size: width * height, off, spot: `${left} ${top} ${width} ${height}` };
      })
      .filter(({ distance }) => distance <= reach)
      .sort((one, other) => one.distance - other.distance || one.size - other.size || one.off - other.off);
    const [nearest] = found;
    if (nearest === undefined) return [];
    const isMeant = ({ spot, distance }: (typeof found)[number]): boolean =>
      spot === nearest.spot || (reach > 0 && isWithinFinger(nearest.rectangle, distance));
    return found.filter(isMeant).map(({ piece }) => piece);
  }

  /** Choose a piece; of several, or of one that is several answers, ask which. */
  private choose(pieces: readonly Piece[]): void {
    const links = this.pieces.filter((piece) => pieces.includes(piece)).flatMap((piece) => piece.links);
    this.label.remove();
    if (links.length === 1) this.answer(links[0]!);
    else {
      const [place, ...others] = new Set(pieces.map(({ target }) => this.placeAt(target)));
      const dialog = openDialog(
        !place || others.length > 0 ? this.board.title : titleOf(place, this.board),
        h(
          "div",
          { class: "options" },
          ...links.map((link) =>
            button(
              h("span", { class: "answer" }, link.describe()),
              () => {
                dialog.close();
                this.answer(link);
              },
              { class: "option" },
            ),
          ),
        ),
        { kind: "small" },
      );
    }
  }

  /** Do what choosing an answer in the question does. */
  private answer(link: PieceLink): void {
    lightElements([link], false);
    if (link.answers) this.handlers.beforeAnswer();
    link.choose();
    this.handlers.afterChoice();
  }

  /** Open what stands at a place, if there is anything: all things with all their marks. */
  private open(place: PlaceShown | null): void {
    if (place === null) return;
    const things = place.things.map((thing) => {
      const tone = thingTone(thing);
      const words = thing.marks.map((mark) => mark.text).join(", ");
      return h("li", { class: tone }, tone !== "" && [markElement(TONE_MARKS[tone]), " "], words);
    });
    openDialog(titleOf(place, this.board), h("ul", { class: "stands-there" }, ...things), { kind: "small" });
  }

  /** The index of the piece to which a key leads from the one with an index; null for other keys. */
  private findNext(at: number, key: string): number | null {
    const { length } = this.pieces;
    if (key === "Home") return 0;
    if (key === "End") return length - 1;
    const step = STEPS[key];
    return step === undefined ? null : (at + step + length) % length;
  }

  /** Go to another piece by an arrow key, Home or End; choose or open the focused one by Enter or Space. */
  private handleKey(event: KeyboardEvent): void {
    const at = this.pieces.findIndex(({ target }) => target === event.target);
    if (at < 0) return;
    const next = this.findNext(at, event.key);
    const { target, links } = this.pieces[at]!;
    if (event.key === "Escape" && this.label.isConnected) this.label.remove();
    else if (next !== null) {
      const { target: other } = this.pieces[next]!;
      target.setAttribute("tabindex", "-1");
      other.setAttribute("tabindex", "0");
      other.focus();
    } else if (event.key !== "Enter" && event.key !== " ") return;
    else if (!event.repeat) {
      if (links.length > 0) this.choose([this.pieces[at]!]);
      else this.open(this.placeAt(target));
    }
    event.preventDefault();
  }
}

/** Remove the labels of pieces that are no longer there. */
export function removeLabels(): void {
  for (const label of document.querySelectorAll(".piece-label")) label.remove();
}

/** The title under which a place opens; that of the board for a point. */
function titleOf(place: PlaceShown, board: BoardShown): string {
  return place.piece ? place.title : board.title;
}
