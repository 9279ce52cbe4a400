/** Cells of the area of a picture, and which of them are taken. */

import type { Extent } from "./drawingLayout";

/** The rectangle of a place: its first column and line, and those behind its last. */
export type CellBox = readonly [left: number, top: number, right: number, bottom: number];

/** The cells that hold words or signs already. */
export class TakenCells {
  private readonly cells: Set<string>;

  /** Make the set of some cells, none at first. */
  constructor(cells: Iterable<string> = []) {
    this.cells = new Set(cells);
  }

  /** Add cells of a line. */
  add(column: number, line: number, width: number): void {
    for (let at = column; at < column + width; at++) this.cells.add(`${at} ${line}`);
  }

  /** Remove a cell. */
  remove(column: number, line: number): void {
    this.cells.delete(`${column} ${line}`);
  }

  /** Whether a cell is taken. */
  has(column: number, line: number): boolean {
    return this.cells.has(`${column} ${line}`);
  }

  /** Copy the set. */
  copy(): TakenCells {
    return new TakenCells(this.cells);
  }
}

/** Whether cells of a line lie in a picture. */
export function isInside(column: number, line: number, width: number, extent: Extent): boolean {
  return column >= 0 && column + width <= extent.columns && line >= 0 && line < extent.lines;
}

/** Whether cells of a line lie in a picture and are not taken, with a blank at either end. */
export function isFree(column: number, line: number, width: number, extent: Extent, taken: TakenCells): boolean {
  if (!isInside(column, line, width, extent)) return false;
  for (let at = column - 1; at <= column + width; at++) if (taken.has(at, line)) return false;
  return true;
}
