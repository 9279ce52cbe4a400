/** The boards of a game, evaluated in its present state. */

import type { Describer } from "../../engine/describe";
import type { Board } from "../../rules/program";
import { BoardRenderer } from "./boardRenderer";
import type { BoardShown, MarkShown } from "./classes";

/** Evaluate every board of a program in the state of a describer, within one common step budget. */
export function renderBoards(describer: Describer): BoardShown[] {
  const { program, asides } = describer;
  if (!program.boards.length || asides === null) return [];
  const renderer = new BoardRenderer(describer, asides.evaluatorAt(describer.slots, program.budgets.board));
  return program.boards.map((board) => renderer.renderBoard(board));
}

/** Evaluate what the rules show in one line all through play; null if they declare no such line. */
export function renderHeadline(describer: Describer): MarkShown[] | null {
  const { program, asides } = describer;
  if (!program.headline.length || asides === null) return null;
  const renderer = new BoardRenderer(describer, asides.evaluatorAt(describer.slots, program.budgets.board));
  return renderer.renderHeadline(program.headline);
}

/**
 * The values of an enum that the boards list by name in the current state; null if no board lists any: then all exist.
 *
 * A board with `rows p in Post where has_post(p)` that marks each row with a name states which posts exist.
 */
export function listedMembers(describer: Describer, name: string): ReadonlySet<number> | null {
  const { program, asides } = describer;
  if (asides === null) return null;
  const renderer = new BoardRenderer(describer, asides.evaluatorAt(describer.slots, program.budgets.board));
  const lined = program.boards.flatMap((board) =>
    board.by === "rows" && board.lined !== null && marksNames(board) ? [board.lined] : [],
  );
  const listed = lined.filter(({ type }) => type.is === "EnumType" && type.enum === name);
  return listed.length > 0 ? new Set(listed.flatMap((members) => [...renderer.evaluateMembers(members)])) : null;
}

/** Whether a board has a mark that shows a given name (of a person or thing). */
function marksNames(board: Board): boolean {
  const parts = board.marks.flatMap(({ marks }) => marks.flatMap((mark) => mark.text));
  return parts.some((part) => typeof part !== "string" && part.type.is === "TextType");
}
