/** View of a matrix: rows are questions, columns their options. */

import { NO_OPTION } from "../../engine/question";
import { isNumberChoice } from "../../play/answers/answers";
import { HOLD } from "../../play/answers/jointAnswers";
import { describeRow } from "../../play/answers/offeredAnswers";
import { answerIndexAt, besideTextAt, columnIndices, type Matrix } from "../../play/answers/questionGroups";
import { button, h } from "../dom";
import type { PieceLink, PieceQuestion } from "./pieceLinks";

/** Takes the answer to each row, as the index of its option. */
export type AnswerRows = (indices: readonly number[]) => void;

/** The view of grouped questions as a matrix of radio buttons: rows are questions, columns their options. */
export class MatrixView {
  readonly element: HTMLElement;
  /** The indices of the columns; -1 for none. */
  private readonly columns: readonly number[];
  private readonly chosen: number[];
  /** The row that a piece of a column answers: that of the last focus or touch. */
  private currentRow = 0;

  /** Create the view; `answer` takes the marked answers when the player confirms them. */
  constructor(
    private readonly matrix: Matrix,
    private readonly answer: AnswerRows,
  ) {
    this.columns = columnIndices(matrix);
    this.chosen = matrix.rows.map((row) => row.preferred);
    const table = h(
      "table",
      { class: "matrix", "aria-labelledby": "prompt" },
      h("thead", {}, h("tr", {}, h("td", {}), ...this.columns.map((place) => this.renderColumnHead(place)))),
      h("tbody", {}, ...matrix.rows.map((_, row) => this.renderRow(row))),
    );
    table.addEventListener("focusin", ({ target }) => this.setCurrentRow(this.rowOf(target)));
    table.addEventListener("keydown", (event) => this.handleKey(event, answer));
    this.element = h(
      "div",
      { class: "group" },
      h("div", { class: "wide" }, table),
      h(
        "p",
        { class: "hint" },
        "▸ is suggested. ",
        h("span", { class: "of-heads" }, "The head of a column marks it in every row that may."),
      ),
      h(
        "p",
        { class: "ways" },
        button("Answer as marked", () => answer([...this.chosen]), { class: "main" }),
      ),
    );
  }

  /** The questions as pieces answer them: a row or a column at a time. */
  pieceQuestion(): PieceQuestion {
    return {
      links: this.pieceLinks(),
      listLines: () => this.chosen.map((index, row) => describeRow(this.matrix, row, index)),
      currentLine: () => this.currentRow,
      confirm: () => this.answer([...this.chosen]),
    };
  }

  /**
   * The links of rows, which are found by their titles, and of columns that are pieces. A row becomes the current one; a
   * column is marked in it, and the next row that offers any is the current one then.
   */
  private pieceLinks(): PieceLink[] {
    const rows = this.matrix.labels.map((title, row) => ({
      piece: "",
      title,
      describe: () => describeRow(this.matrix, row, this.chosen[row]!),
      elements: [this.rowElements[row]!],
      answers: false,
      choose: () => this.setCurrentRow(row),
    }));
    const columns = this.matrix.columns.map(({ piece, title }, column) => ({
      piece,
      title,
      describe: () => this.describeColumn(column),
      elements: [...this.element.querySelectorAll<HTMLElement>(`[data-column="${column}"]`)],
      answers: false,
      choose: () => this.markInCurrentRow(column),
    }));
    return [...rows, ...columns.filter(({ piece }) => piece)];
  }

  /** The rows of the table. */
  private get rowElements(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>("tbody tr")];
  }

  /** The number of the row in which an element stands; the current one outside of all rows. */
  private rowOf(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest<HTMLElement>("tbody tr") : null;
    return row === null ? this.currentRow : this.rowElements.indexOf(row);
  }

  /** Make a row the current one, and mark it so. */
  private setCurrentRow(row: number): void {
    this.currentRow = row;
    for (const [at, element] of this.rowElements.entries()) element.classList.toggle("current", at === row);
  }

  /** The row that a column's piece answers: the current one, or the next one that allows the answer. */
  private rowForColumn(column: number): number {
    const count = this.matrix.rows.length;
    const order = Array.from({ length: count }, (_, at) => (this.currentRow + at) % count);
    return order.find((row) => answerIndexAt(this.matrix, row, column) !== null)!;
  }

  /** Describe what a column's piece answers. */
  private describeColumn(column: number): string {
    const row = this.rowForColumn(column);
    return describeRow(this.matrix, row, answerIndexAt(this.matrix, row, column)!);
  }

  /** Mark a column's answer in the row that its piece answers, and go on to the row behind it. */
  private markInCurrentRow(column: number): void {
    const row = this.rowForColumn(column);
    this.markAnswer(row, answerIndexAt(this.matrix, row, column)!);
    this.setCurrentRow((row + 1) % this.matrix.rows.length);
  }

  /** Focus the marked answer of the first row. */
  focus(): void {
    this.element.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true });
  }

  /** The marked answer of each row, as the index of an option, -1 for none. */
  get markedAnswers(): readonly number[] {
    return [...this.chosen];
  }

  /** Mark a column's answer in every row that allows it. */
  private markColumn(column: number): void {
    this.matrix.rows.forEach((_, row) => {
      const index = answerIndexAt(this.matrix, row, column);
      if (index !== null) this.markAnswer(row, index);
    });
  }

  /** Mark the answer with an index, -1 for none, in a row. */
  private markAnswer(row: number, index: number): void {
    this.chosen[row] = index;
    const input = this.element.querySelector<HTMLInputElement>(`input[name="row-${row}"][value="${index}"]`);
    if (input) input.checked = true;
  }

  /** The title of a column, by the index of its option; -1 for none. */
  private columnTitle(column: number): string {
    return column === NO_OPTION ? HOLD : this.matrix.columns[column]!.title;
  }

  /** Render the head of a column: a button that marks it in all rows. */
  private renderColumnHead(column: number): HTMLElement {
    const title = this.columnTitle(column);
    const key = !isNumberChoice(this.matrix.columns) && h("kbd", { "aria-hidden": "true" }, String(column + 1));
    const shown = [key, h("span", { class: "all" }, "All:"), ` ${title}`];
    const all = button(shown, () => this.markColumn(column), { class: "quiet" });
    return h("th", { scope: "col", "data-column": column }, all);
  }

  /** Render a row: the question's label, and a radio button in each column. */
  private renderRow(row: number): HTMLElement {
    const label = this.matrix.labels[row]!;
    return h(
      "tr",
      { role: "radiogroup", "aria-label": label },
      h("th", { scope: "row" }, label),
      ...this.columns.map((place) => this.renderCell(row, place)),
    );
  }

  /** Render the radio button of an answer, with the information beside it; empty where the row has no such answer. */
  private renderCell(row: number, column: number): HTMLElement {
    const index = answerIndexAt(this.matrix, row, column);
    if (index === null) return h("td", { class: "nothing" });
    const question = this.matrix.rows[row]!;
    const beside = besideTextAt(this.matrix, row, column);
    const isSuggested = index === question.preferred;
    const input = h("input", {
      type: "radio",
      name: `row-${row}`,
      value: index,
      checked: isSuggested,
      onchange: () => {
        this.chosen[row] = index;
      },
    });
    return h(
      "td",
      { "data-column": column },
      h(
        "label",
        { class: `cell${isSuggested ? " suggested" : ""}` },
        input,
        h("span", { class: "column" }, this.columnTitle(column)),
        beside ? h("span", { class: "beside" }, beside) : h("span", { class: "beside nothing" }, "·"),
      ),
    );
  }

  /** Handle arrow keys, which mark within a row and move between rows, and Enter, which confirms by `answer`. */
  private handleKey(event: KeyboardEvent, answer: AnswerRows): void {
    const at = event.target;
    if (!(at instanceof HTMLInputElement)) return;
    const row = Number(at.name.slice("row-".length));
    if (event.key === "Enter") {
      event.preventDefault();
      answer([...this.chosen]);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const count = this.matrix.rows.length;
      const next = (row + (event.key === "ArrowDown" ? 1 : -1) + count) % count;
      this.element.querySelector<HTMLElement>(`input[name="row-${next}"]:checked`)?.focus();
    }
  }
}
