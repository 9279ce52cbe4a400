/** View of a matrix: rows are questions, columns their options. */

import { isNumberChoice } from "../../play/answers/answers";
import { HOLD } from "../../play/answers/jointAnswers";
import { type MatrixTable, makeTables, type TableColumn, type TableRow } from "../../play/answers/matrixTables";
import { describeRow, matrixHeading } from "../../play/answers/offeredAnswers";
import { answerIndexAt, besideTextAt, type Matrix } from "../../play/answers/questionGroups";
import { button, h } from "../dom";
import { describeAnswer, type PieceLink, type PieceMark, type PieceQuestion } from "./pieceLinks";

/** Takes the answer to each row, as the index of its option. */
export type AnswerRows = (indices: readonly number[]) => void;

/** What stands before the letter of the current row on boards. */
const CURRENT = "▸";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The view of grouped questions as tables of radio buttons: rows are questions, columns their options. */
export class MatrixView {
  readonly element: HTMLElement;
  private readonly tables: readonly MatrixTable[];
  /** The rows as they stand, one table below another, by their indices. */
  private readonly rowOrder: readonly number[];
  private readonly chosen: number[];
  private readonly confirmButton: HTMLButtonElement;
  /** The row that a piece of a column answers: that of the last focus or touch. */
  private currentRow = 0;

  /** Create the view; `answer` takes the marked answers when the player confirms them. */
  constructor(
    private readonly matrix: Matrix,
    private readonly answer: AnswerRows,
  ) {
    this.tables = makeTables(matrix);
    this.rowOrder = this.tables.flatMap(({ rows }) => rows.map(({ place }) => place));
    this.chosen = matrix.rows.map((row) => row.preferred);
    this.confirmButton = button("Answer as marked", () => answer([...this.chosen]), { class: "main" });
    this.element = h(
      "div",
      { class: "group" },
      ...this.tables.map((table) => this.renderTable(table)),
      h(
        "p",
        { class: "hint" },
        "▸ is suggested. ",
        h("span", { class: "of-heads" }, "The head of a column marks it in every row that may."),
      ),
      h("p", { class: "ways" }, this.confirmButton),
    );
  }

  /** The questions as pieces answer them: a row or a column at a time. */
  pieceQuestion(): PieceQuestion {
    return {
      links: this.pieceLinks(),
      asked: () => `${matrixHeading(this.matrix)}: ${this.matrix.labels[this.currentRow]!}`,
      markedLines: () =>
        this.rowOrder.map((row) => `${this.letterOf(row)}. ${describeRow(this.matrix, row, this.chosen[row]!)}`),
      confirmButton: this.confirmButton,
    };
  }

  /**
   * The links of rows, which are found by their titles, and of columns that are pieces. A row becomes the current one; a
   * column is marked in it, and the next row that offers any is the current one then.
   */
  private pieceLinks(): PieceLink[] {
    const labels = this.tables.flatMap(({ rows }) => rows.map(({ place, label }) => [place, label] as const));
    const rows = labels.map(([row, title]) => ({
      piece: "",
      title,
      describe: () => describeRow(this.matrix, row, this.chosen[row]!),
      elements: [this.rowElement(row)],
      answers: false,
      mark: () => {
        const isChosen = row === this.currentRow;
        return { text: `${isChosen ? CURRENT : ""}${this.letterOf(row)}`, isChosen };
      },
      choose: () => this.setCurrentRow(row),
    }));
    const columns = this.matrix.columns.map(({ piece, title }, column) => ({
      piece,
      title,
      describe: () => this.describeColumn(column),
      elements: [...this.element.querySelectorAll<HTMLElement>(`[data-column="${column}"]`)],
      answers: false,
      mark: () => this.markOfColumn(column),
      choose: () => this.markInCurrentRow(column),
    }));
    return [...rows, ...columns.filter(({ piece }) => piece)];
  }

  /** The element of a row. */
  private rowElement(row: number): HTMLElement {
    return this.element.querySelector<HTMLElement>(`tr[data-question="${row}"]`)!;
  }

  /** The number of the row in which an element stands; the current one outside of all rows. */
  private rowOf(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-question]") : null;
    return row === null ? this.currentRow : Number(row.dataset.question);
  }

  /** Make a row the current one, and mark it so. */
  private setCurrentRow(row: number): void {
    this.currentRow = row;
    for (const each of this.rowOrder) this.rowElement(each).classList.toggle("current", each === row);
  }

  /** The row that stands some rows below another one; behind the last one comes the first. */
  private rowBelow(row: number, by: number): number {
    const count = this.rowOrder.length;
    return this.rowOrder[(this.rowOrder.indexOf(row) + by + count) % count]!;
  }

  /** The row that a column's piece answers: the current one, or the next one that allows the answer. */
  private rowForColumn(column: number): number {
    const order = this.rowOrder.map((_, at) => this.rowBelow(this.currentRow, at));
    return order.find((row) => answerIndexAt(this.matrix, row, column) !== null)!;
  }

  /** The letter of a row, by which boards say which pieces are marked in it: not a number, which columns have as keys. */
  private letterOf(row: number): string {
    const at = this.rowOrder.indexOf(row);
    return LETTERS[at] ?? String(at + 1);
  }

  /** How a column's piece is marked: by the letters of the rows that it is marked in. */
  private markOfColumn(column: number): PieceMark {
    const rows = this.rowOrder.filter((row) => this.chosen[row] === answerIndexAt(this.matrix, row, column));
    return { text: rows.map((row) => this.letterOf(row)).join(" "), isChosen: rows.includes(this.currentRow) };
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
    this.setCurrentRow(this.rowBelow(row, 1));
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

  /** Render a table below what it asks, if there are several, and what its cells mean and share. */
  private renderTable(table: MatrixTable): HTMLElement {
    const asks = this.tables.length > 1 ? table.asks : "";
    const element = h(
      "table",
      { class: "matrix", "aria-labelledby": "prompt" },
      (asks || table.caption) &&
        h("caption", {}, asks && h("strong", {}, asks), asks && table.caption && " ", table.caption),
      h("thead", {}, h("tr", {}, h("td", {}), ...table.columns.map((column) => this.renderColumnHead(column)))),
      h("tbody", {}, ...table.rows.map((row) => this.renderRow(table, row))),
    );
    element.addEventListener("focusin", ({ target }) => this.setCurrentRow(this.rowOf(target)));
    element.addEventListener("keydown", (event) => this.handleKey(event, this.answer));
    return h("div", { class: "wide" }, element);
  }

  /** Render the head of a column: a button that marks it in all rows, and what its cells share. */
  private renderColumnHead({ place, title, short, facts }: TableColumn): HTMLElement {
    const key = !isNumberChoice(this.matrix.columns) && h("kbd", { "aria-hidden": "true" }, String(place + 1));
    const shown = [key, h("span", { class: "all" }, "All:"), " ", titleElement(title || HOLD, short || HOLD)];
    const all = button(shown, () => this.markColumn(place), { class: "quiet", title: title || HOLD });
    return h("th", { scope: "col", "data-column": place }, all, factsElement(facts));
  }

  /** Render a row: the question's label with what its cells share, and a radio button in each column. */
  private renderRow(table: MatrixTable, row: TableRow): HTMLElement {
    return h(
      "tr",
      { role: "radiogroup", "aria-label": this.matrix.labels[row.place]!, "data-question": row.place },
      h("th", { scope: "row" }, row.label, factsElement(row.facts)),
      ...table.columns.map((column, at) => this.renderCell(row, column, row.cells[at]!)),
    );
  }

  /** Render the radio button of an answer, with what only it says; empty where the row has no such answer. */
  private renderCell({ place: row }: TableRow, column: TableColumn, words: readonly string[] | null): HTMLElement {
    const index = answerIndexAt(this.matrix, row, column.place);
    if (index === null || words === null) return h("td", { class: "nothing" });
    const whole = describeAnswer(column.title || HOLD, besideTextAt(this.matrix, row, column.place) ?? "");
    const isSuggested = index === this.matrix.rows[row]!.preferred;
    const input = h("input", {
      type: "radio",
      name: `row-${row}`,
      value: index,
      checked: isSuggested,
      "aria-label": whole,
      onchange: () => {
        this.chosen[row] = index;
      },
    });
    const text = words.length > 0 ? words.join(", ") : "·";
    return h(
      "td",
      { "data-column": column.place },
      h(
        "label",
        { class: `cell${isSuggested ? " suggested" : ""}`, title: whole },
        input,
        h("span", { class: words.length > 0 ? "beside" : "beside nothing" }, text),
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
      const next = this.rowBelow(row, event.key === "ArrowDown" ? 1 : -1);
      this.element.querySelector<HTMLElement>(`input[name="row-${next}"]:checked`)?.focus();
    }
  }
}

/** Render a title, and the short one that stands for it where there is little room. */
function titleElement(title: string, short: string): HTMLElement {
  if (title === short) return h("span", {}, title);
  return h(
    "span",
    {},
    h("span", { class: "long" }, title),
    h("span", { class: "short", "aria-hidden": "true" }, short),
  );
}

/** Render what the cells of a row or column share, behind its head; nothing if that is nothing. */
function factsElement(facts: readonly string[]): HTMLElement | "" {
  return facts.length > 0 ? h("span", { class: "facts" }, facts.join(", ")) : "";
}
