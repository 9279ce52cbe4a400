/** The dialog that takes a table: pasted cells or a file, the rules that they make, and where these go. */

import { openDialog } from "../../page/dialogs";
import { button, type Child, errorSentence, h, setChildren } from "../../page/dom";
import type { ImportedTable, ImportedTables } from "../desk/classes";
import { isRules, OWN_FOLDER, toName } from "../files/paths";
import type { Workbench } from "../workbench";
import { insertRules } from "./insertion";
import { encodeBytes, hasTable, pastedFile, type TableFile } from "./pasted";

/** The endings of files that hold tables and can be read here, in small letters. */
export const TABLE_ENDINGS = [".csv", ".tsv", ".tab", ".md", ".markdown", ".html", ".htm", ".json", ".dmn", ".xml"];

/** The endings of files with tables that cannot be read here: what reads them does not come with the workshop. */
export const OTHER_TABLE_ENDINGS = [".xlsx", ".xlsm", ".xls", ".ods", ".numbers", ".yaml", ".yml"];

/** What is said of those. */
export const OTHER_TABLES_HINT = "Copy its cells and paste them here, or save the sheet as CSV.";

/** The most bytes of a file; the desk takes no more. */
const MAX_BYTES = 4_000_000;

/** Milliseconds after a key before the rules are made anew. */
const TYPING_PAUSE = 300;

/** Open the dialog, with a file or without. */
export function openTableDialog(bench: Workbench, file: File | null = null): void {
  /** What makes the file of tables; null for the text in the field. */
  let chosen: (() => TableFile) | null = null;
  let found: ImportedTables | null = null;
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cells = h("textarea", {
    id: "pasted-cells",
    rows: 7,
    spellcheck: "false",
    placeholder: "2d6\tWeather\n2-6\tClear\n7-12\tRain",
    oninput: () => take(null),
  });
  const title = h("input", { id: "pasted-title", type: "text", maxlength: 60, placeholder: "My table" });
  const isOwn = h("input", { id: "pasted-own", type: "checkbox", checked: true });
  const picker = h("input", {
    type: "file",
    class: "unseen",
    "aria-label": "A file with tables",
    accept: [...TABLE_ENDINGS, ...OTHER_TABLE_ENDINGS].join(","),
  });
  const entry = h(
    "div",
    {},
    h("div", { class: "field" }, h("label", { for: "pasted-cells" }, "Cells"), cells),
    h("div", { class: "field" }, h("label", { for: "pasted-title" }, "Title"), title),
  );
  const preview = h("div", { class: "table-preview", role: "status" });
  const insert = button("Insert at the cursor", () => finish(insertTables), { disabled: true });
  const begin = button("Begin a game with it", () => finish(beginGame), { class: "main", disabled: true });

  /** Take what was pasted or a chosen file; the rules are made once nothing more is typed. */
  function take(next: (() => TableFile) | null): void {
    chosen = next;
    clearTimeout(timer);
    timer = setTimeout(() => void show(), next === null ? TYPING_PAUSE : 0);
  }

  function currentFile(): TableFile | null {
    if (chosen !== null) return chosen();
    return cells.value.trim() === "" ? null : pastedFile(cells.value, title.value);
  }

  /** Show the rules that come of it. */
  async function show(): Promise<void> {
    const number = ++count;
    const table = currentFile();
    found = null;
    let shown: Child = null;
    if (table !== null) {
      preview.setAttribute("aria-busy", "true");
      try {
        const path = openRules(bench)?.path ?? "";
        await bench.flush();
        const made = await bench.desk.call("import_table", table.name, table.content, path, isOwn.checked);
        if (number === count) found = made;
        shown = drawTables(made);
      } catch (error) {
        shown = h("p", { class: "bad" }, errorSentence(error));
      }
    }
    if (number !== count) return;
    preview.removeAttribute("aria-busy");
    setChildren(preview, shown);
    insert.disabled = found === null || openRules(bench) === null;
    begin.disabled = found === null;
  }

  function insertTables(): void {
    const open = openRules(bench);
    if (found === null || open === null) return;
    const change = insertRules(open.text, bench.cursorIn(open), found.text, isOwn.checked);
    bench.applyChanges([{ file: open.path, changes: [change] }]);
  }

  async function beginGame(): Promise<void> {
    const table = currentFile();
    if (table === null) return;
    const name = bench.library.freeGame(toName(table.name.replace(/\.[^.]*$/, "")));
    const folder = `${OWN_FOLDER}/${name}`;
    const files = await bench.desk.call("game_of_tables", table.name, table.content, name, folder, isOwn.checked);
    await bench.addGame(files);
  }

  function finish(act: () => void | Promise<void>): void {
    Promise.resolve()
      .then(act)
      .then(
        () => dialog.close(),
        (error: unknown) => setChildren(preview, h("p", { class: "bad" }, errorSentence(error))),
      );
  }

  async function takeFile(next: File): Promise<void> {
    const refusal = refuseTableFile(next);
    if (refusal !== null) {
      found = null;
      insert.disabled = true;
      begin.disabled = true;
      setChildren(preview, h("p", { class: "bad" }, refusal));
      return;
    }
    isOwn.checked = false;
    entry.hidden = true; // a file has its title
    const content = encodeBytes(new Uint8Array(await next.arrayBuffer()));
    take(() => ({ name: next.name, content }));
  }

  cells.addEventListener("paste", (event) => {
    const html = event.clipboardData?.getData("text/html") ?? "";
    if (!hasTable(html) || cells.value.trim() !== "") return; // plain text, or a part is mended
    // The text is shown; the HTML is read, which knows cells with several lines.
    setTimeout(() => take(() => pastedFile(html, title.value)), 0);
  });
  title.addEventListener("input", () => take(chosen));
  isOwn.addEventListener("change", () => void show());
  picker.addEventListener("change", () => picker.files?.[0] && void takeFile(picker.files[0]));
  const dialog = openDialog(
    "Paste a table",
    h(
      "div",
      { class: "table-dialog" },
      h(
        "p",
        {},
        "Copy cells in your spreadsheet, with the head above them, and paste them here. The first column holds what the dice show, or weights.",
      ),
      entry,
      h(
        "p",
        {},
        button("Choose a file", () => picker.click()),
        picker,
      ),
      h("label", { class: "choice", for: "pasted-own" }, isOwn, " I made these tables myself"),
      preview,
    ),
    { kind: "broad", actions: [insert, begin] },
  );
  if (file === null) cells.focus();
  else void takeFile(file);
}

/** Why a file with tables cannot be taken; null if it can. */
export function refuseTableFile({ name, size }: Pick<File, "name" | "size">): string | null {
  const lower = name.toLowerCase();
  if (OTHER_TABLE_ENDINGS.some((ending) => lower.endsWith(ending)))
    return `${name}: files of this kind are not read here. ${OTHER_TABLES_HINT}`;
  if (size > MAX_BYTES) return `${name} is too large. ${OTHER_TABLES_HINT}`;
  return null;
}

/** The open file of rules, if it is one's own. */
function openRules({ open }: Workbench): NonNullable<Workbench["open"]> | null {
  return open?.isOwn && isRules(open.path) ? open : null;
}

/** Draw what came of the tables: each in a line, remarks, the rules. */
function drawTables({ tables, notes, text }: ImportedTables): Child {
  return [
    h("ul", { class: "places" }, ...tables.map(drawTable)),
    notes.length > 0 && h("ul", { class: "notes" }, ...notes.map((note) => h("li", {}, note))),
    h("pre", { tabindex: 0, role: "group", "aria-label": "The rules" }, text),
  ];
}

function drawTable({ title, dice, rows, guesses }: ImportedTable): HTMLElement {
  const facts = [dice || "looked up", `${rows} ${rows === 1 ? "row" : "rows"}`, ...guesses];
  return h("li", {}, h("b", {}, title), h("small", {}, ` ${facts.join(", ")}`));
}
