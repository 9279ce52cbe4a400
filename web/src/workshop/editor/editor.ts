/** The editor: one view of CodeMirror, with a state for each file that was opened. */

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldKeymap, indentOnInput } from "@codemirror/language";
import { nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Replacement } from "../desk/classes";
import { deskCompletion } from "./completion";
import { clampRange, toChange } from "./edits";
import { type AskAboutFile, askDesk } from "./fileDesk";
import { findingMarks } from "./findingMarks";
import { hoverCards } from "./hover";
import { rulesLanguage } from "./language";
import { signatureHelp } from "./signature";
import { useConstructedStyles } from "./styles";
import { trialMarks } from "./trialMarks";
import { upkeepOfText } from "./upkeep";

/** What an editor tells, and the commands that need more than the editor. */
export interface EditorHost {
  textChanged(path: string, text: string): void;
  cursorMoved(path: string, offset: number): void;
  goToDefinition(offset: number): void;
  listReferences(offset: number): void;
  rename(offset: number): void;
  format(): void;
  showActions(offset: number): void;
  showHelp(): void;
  askAbout(path: string): AskAboutFile;
}

/** A file that is opened. */
export interface EditedFile {
  readonly path: string;
  readonly text: string;
  readonly isReadOnly: boolean;
}

/** The keys of the commands that need the host. */
function hostKeys(host: EditorHost): readonly KeyBinding[] {
  const at = (act: (offset: number) => void) => (view: EditorView) => {
    act(view.state.selection.main.head);
    return true;
  };
  return [
    { key: "F12", run: at((offset) => host.goToDefinition(offset)) },
    { key: "Shift-F12", run: at((offset) => host.listReferences(offset)) },
    { key: "F2", run: at((offset) => host.rename(offset)) },
    { key: "Shift-Alt-f", run: at(() => host.format()) },
    { key: "F8", run: nextDiagnostic },
    { key: "Shift-F8", run: previousDiagnostic },
    { key: "Mod-.", run: at((offset) => host.showActions(offset)) },
    { key: "F1", run: at(() => host.showHelp()) },
  ];
}

/** The editor of the page. */
export class RulesEditor {
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private path = "";

  constructor(
    place: HTMLElement,
    private readonly host: EditorHost,
  ) {
    useConstructedStyles();
    this.view = new EditorView({ parent: place, state: EditorState.create() });
  }

  /** The view, for the commands of extensions. */
  get current(): EditorView {
    return this.view;
  }

  /** The open file; empty if there is none. */
  get openPath(): string {
    return this.path;
  }

  get cursor(): number {
    return this.view.state.selection.main.head;
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Open a file, as it was left if it has been open. */
  open(file: EditedFile): void {
    if (this.path) this.states.set(this.path, this.view.state);
    const known = this.states.get(file.path);
    const isSame = known?.doc.toString() === file.text && known.readOnly === file.isReadOnly;
    this.path = file.path;
    this.view.setState(known && isSame ? known : this.makeState(file));
  }

  /** Forget how a file was left. */
  forget(path: string): void {
    this.states.delete(path);
    if (this.path === path) this.path = "";
  }

  /** Change the open file; the cursor goes to the end of what the last change writes: a reason may be wanted there. */
  replace(changes: readonly Replacement[]): void {
    const last = changes.at(-1);
    if (last === undefined) return;
    const made = this.view.state.changes(changes.map(toChange));
    const end = made.mapPos(last.end, 1) - (last.text.endsWith("\n") ? 1 : 0);
    this.view.dispatch({ changes: made, selection: { anchor: end }, scrollIntoView: true, userEvent: "input.mend" });
    this.focus();
  }

  /** Select a range of the open file and show it in the middle. */
  reveal(start: number, end: number): void {
    const { from, to } = clampRange({ start, end }, this.view.state.doc.length);
    this.view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.focus();
  }

  /** Give the editor the focus, but not where that would open a keyboard over half of the screen. */
  focus(): void {
    if (!matchMedia("(pointer: coarse)").matches) this.view.focus();
  }

  private makeState({ path, text, isReadOnly }: EditedFile): EditorState {
    return EditorState.create({ doc: text, extensions: [this.extensions(path), readOnly(isReadOnly)] });
  }

  private extensions(path: string): Extension {
    const { host } = this;
    return [
      askDesk.of(host.askAbout(path)),
      keymap.of([...hostKeys(host)]),
      lineNumbers(),
      findingMarks(),
      trialMarks(),
      upkeepOfText(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      rulesLanguage(),
      deskCompletion(),
      hoverCards(),
      signatureHelp(),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        indentWithTab,
      ]),
      EditorView.contentAttributes.of({ "aria-label": `Rules: ${path}`, spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) host.textChanged(path, update.state.doc.toString());
        if (update.docChanged || update.selectionSet) host.cursorMoved(path, update.state.selection.main.head);
      }),
      EditorView.domEventHandlers({
        mousedown(event, view) {
          if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
          const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (offset === null) return false;
          event.preventDefault();
          host.goToDefinition(offset);
          return true;
        },
      }),
    ];
  }
}

function readOnly(isReadOnly: boolean): Extension {
  return isReadOnly ? EditorState.readOnly.of(true) : [];
}
