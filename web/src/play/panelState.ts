/** A state of a game as panels beside its story show it: boards, sheet, and what matters most. */

import type { Describer } from "../engine/describe";
import { renderBoards, renderHeadline } from "./boards/boards";
import type { BoardShown } from "./boards/classes";
import { piecesByTitle } from "./boards/pieces";
import type { SheetGroup } from "./sheet/classes";
import { Sheet } from "./sheet/sheet";
import type { Fact } from "./story/classes";
import { headlineFacts, listFacts } from "./story/glance";

/** Maximum number of facts of the sheet that are shown in a line. */
const MAX_FACTS = 4;

/** A state of a game, whose parts are made when they are wanted. */
export interface PanelState {
  readonly boards: readonly BoardShown[];
  /** The pieces on the boards, by their titles. */
  readonly pieces: ReadonlyMap<string, string>;
  /** The groups of the sheet. */
  readonly groups: readonly SheetGroup[];
  /** What matters most, for a line. */
  readonly facts: readonly Fact[];
}

/** The state of a describer, as panels show it. */
export class DescribedState implements PanelState {
  private shownBoards: readonly BoardShown[] | null = null;

  constructor(readonly describer: Describer) {}

  get boards(): readonly BoardShown[] {
    this.shownBoards ??= renderBoards(this.describer);
    return this.shownBoards;
  }

  get pieces(): ReadonlyMap<string, string> {
    return piecesByTitle(this.describer, this.boards);
  }

  get groups(): readonly SheetGroup[] {
    return new Sheet(this.describer).groups();
  }

  get facts(): readonly Fact[] {
    const marks = renderHeadline(this.describer);
    return marks === null ? listFacts(this.groups).slice(0, MAX_FACTS) : headlineFacts(marks);
  }
}
