/** Marks of pieces on drawn boards: the number or sign of an answer that is marked in the question. */

import { tag, toDomElement } from "../../play/markup";
import { readBox } from "./pieceAreas";
import type { PieceMark } from "./pieceLinks";

/** The height of a mark, and its width without its characters and for each of them, in units of the drawing. */
const HEIGHT = 16;
const SIDES = 5;
const CHARACTER_WIDTH = 7;

/** How many times as wide as it is high an area is that is a row of a table. */
const ROW_RATIO = 7;

/** The distance of marks from the edge of a drawing. */
const EDGE = 1;

/** The marks of the pieces of one drawing; they lie above all else, and nothing that is touched is theirs. */
export class PieceMarks {
  private readonly shown = new Map<SVGGElement, Element>();

  /** Make the marks of a drawing, none yet. */
  constructor(private readonly drawing: SVGSVGElement) {}

  /** Show the marks of a target at its area; to screen readers it is pressed if one is chosen. */
  show(target: SVGGElement, marks: readonly PieceMark[]): void {
    const text = marks
      .map((mark) => mark.text)
      .join(" ")
      .trim();
    const isChosen = marks.some((mark) => mark.isChosen);
    this.shown.get(target)?.remove();
    this.shown.delete(target);
    target.classList.toggle("marked", isChosen);
    target.setAttribute("aria-pressed", String(isChosen));
    if (text === "") return;
    const width = Math.max(HEIGHT, SIDES + CHARACTER_WIDTH * text.length);
    const [x, y] = placeOfMark(target, width);
    const mark = toDomElement(
      tag(
        "g",
        { class: "piece-mark", "aria-hidden": "true" },
        tag("rect", { x, y, width, height: HEIGHT, rx: HEIGHT / 2 }),
        tag("text", { x: x + width / 2, y: y + HEIGHT - 4 }, text),
      ),
      true,
    );
    this.drawing.append(mark);
    this.shown.set(target, mark);
  }
}

/** The place of a mark of a width: at the upper left corner of an area; at the end of a row, whose words begin there. */
function placeOfMark(target: SVGGElement, width: number): readonly [x: number, y: number] {
  const [[left, right], [top, bottom]] = readBox(target);
  if (right - left > ROW_RATIO * (bottom - top)) return [right - width - EDGE, (top + bottom - HEIGHT) / 2];
  return [Math.max(EDGE, left - HEIGHT / 2), Math.max(EDGE, top - 0.7 * HEIGHT)];
}
