/** Links between the answers of a question and the pieces on boards: either lights the other, and a piece answers. */

/** How a piece is marked on boards. */
export interface PieceMark {
  /** Its number, or the letters of the rows that it is marked in; empty for none. */
  readonly text: string;
  /** Whether it is chosen, so that choosing it again is not the same. */
  readonly isChosen: boolean;
}

/** An answer, or a row of answers, that may be a piece which boards show. */
export interface PieceLink {
  /** The piece; empty for one that is found by the title. */
  readonly piece: string;
  readonly title: string;
  /** What shows it in the question. */
  readonly elements: readonly HTMLElement[];
  /** Whether choosing it answers the question, so that boards in a dialog close. */
  readonly answers: boolean;
  /** How it is marked on boards; null where choosing marks nothing, but answers at once. */
  mark(): PieceMark | null;
  /** What choosing it does: its title, with the information beside it. */
  describe(): string;
  /** Do what choosing it in the question does. */
  choose(): void;
}

/** A question that pieces answer, as it is put above boards in a dialog. */
export interface PieceQuestion {
  readonly links: readonly PieceLink[];
  /** What the next piece answers: the question; of several questions the one of which it is. */
  readonly asked: () => string;
  /** The answers that are marked, in their order; empty where a piece answers at once. */
  readonly markedLines: () => readonly string[];
  /** The button that gives the marked answers; null where a piece answers at once. */
  readonly confirmButton: HTMLButtonElement | null;
}

/** No question. */
export const NO_PIECES: PieceQuestion = { links: [], asked: () => "", markedLines: () => [], confirmButton: null };

/** Describe an answer: its title, and the information beside it. */
export function describeAnswer(title: string, beside: string): string {
  return beside ? `${title}: ${beside}` : title;
}

/** The class of what is lit. */
const LIT = "lit";

/** Light the pieces of links while the mouse or the focus is at their elements in the question. */
export function lightPiecesOf(links: readonly PieceLink[]): void {
  for (const link of links) {
    for (const element of link.elements) {
      for (const type of ["pointerenter", "focusin"]) element.addEventListener(type, () => lightPiece(link, true));
      for (const type of ["pointerleave", "focusout"]) element.addEventListener(type, () => lightPiece(link, false));
    }
  }
}

/** Light the piece of a link on all boards, or put the light out. */
export function lightPiece({ title, piece }: PieceLink, isLit: boolean): void {
  for (const target of document.querySelectorAll(".board .answerable")) {
    if (piece ? target.getAttribute("data-piece") === piece : target.getAttribute("data-row") === title)
      target.classList.toggle(LIT, isLit);
  }
}

/** Light what shows links in the question, or put the light out. */
export function lightElements(links: readonly PieceLink[], isLit: boolean): void {
  for (const { elements } of links) for (const element of elements) element.classList.toggle(LIT, isLit);
}
