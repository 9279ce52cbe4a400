/** The panes with a state of their own: each is made once, and stays. */

import type { EditorView } from "@codemirror/view";
import type { TextRange } from "../desk/classes";
import { makeSimulationPane } from "../simulating/simulationPane";
import { makeExamplesPane } from "../trials/examplesPane";
import type { Workbench } from "../workbench";

/** What such a pane may use of the page. */
export interface PaneTools {
  readonly bench: Workbench;
  /** Show a place of any file. */
  goTo(place: TextRange): void;
  /** The view of the editor, with the open file. */
  view(): EditorView;
}

/** The content of such a pane. */
export interface KeptPaneContent {
  readonly element: HTMLElement;
  /** Everything is checked: something may have changed, or another file is open. */
  refresh(): void;
}

/** Such a pane. */
export interface KeptPane {
  readonly id: string;
  readonly title: string;
  make(tools: PaneTools): KeptPaneContent;
}

/** The panes in the order of their tabs, behind the others. */
export const KEPT_PANES: readonly KeptPane[] = [
  { id: "examples", title: "Examples", make: makeExamplesPane },
  { id: "simulate", title: "Simulate", make: makeSimulationPane },
];
