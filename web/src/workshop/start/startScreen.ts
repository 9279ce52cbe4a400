/** How one begins: a house rule for a table, a new game, a file. */

import { button, type Child, errorSentence, h, setChildren } from "../../page/dom";
import type { GameName } from "../desk/classes";
import { acceptedEndings, openDiskFile } from "../files/diskFiles";
import { toName } from "../files/paths";
import { findRows, findTables, type RowHead, type TableHead } from "../files/tables";
import { openTableDialog } from "../importing/tableDialog";
import { tourCard } from "../tour/tourCard";
import type { Workbench } from "../workbench";
import { drawGoOn } from "./goOn";

/** So many characters of a row are shown. */
const MAX_ROW_LENGTH = 60;

/** What is chosen beforehand, by the address. */
export interface StartChoice {
  readonly game: string;
  readonly isNewGame: boolean;
}

/** Draw the screen; `fetchNote` says what is fetched for it. */
export function drawStart(bench: Workbench, choice: StartChoice, fetchNote: HTMLElement): Child {
  return h(
    "div",
    { class: "start-screen" },
    h("h1", {}, "Workshop"),
    h(
      "p",
      { class: "lead" },
      "Write rules of table games and see at once what is wrong with them, and how the odds move. Nothing leaves this page.",
    ),
    fetchNote,
    drawGoOn(bench),
    h(
      "div",
      { class: "beginnings" },
      tourCard(bench),
      houseRuleForm(bench, choice.game),
      newGameForm(bench, choice),
      fileForm(bench),
    ),
  );
}

/** A form whose submission may take a while or be refused; it says so. */
function workingForm(label: string, fields: Child, act: (form: HTMLFormElement) => Promise<void>): HTMLFormElement {
  const said = h("p", { role: "status", class: "said" });
  const submit = h("button", { class: "main", type: "submit" }, label);
  const form = h("form", {}, fields, submit, said);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    setChildren(said, "One moment: the desk is being prepared.");
    try {
      await act(form);
    } catch (error) {
      setChildren(said, errorSentence(error));
    } finally {
      submit.disabled = false;
    }
  });
  return form;
}

function field(label: string, input: HTMLElement, about: Child = null): HTMLElement {
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input, about && h("small", {}, about));
}

function fieldValue(form: HTMLFormElement, name: string): string {
  return ((form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null)?.value ?? "").trim();
}

function houseRuleForm(bench: Workbench, wanted: string): HTMLElement {
  const games = h(
    "select",
    { id: "game", name: "game", required: true },
    h("option", { value: "" }, "The games are on their way"),
  );
  const tables = h(
    "select",
    { id: "table", name: "table", required: true },
    h("option", { value: "" }, "Choose a game first"),
  );
  const name = h("input", { id: "rule-name", name: "name", type: "text", maxlength: 60, placeholder: "my_weather" });
  const rows = h("select", { id: "row", name: "row" }, wholeTable());
  const showRows = () => {
    name.setAttribute("placeholder", tables.value ? toName(`my_${tables.value}`) : "");
    const texts = bench.library.game(games.value)?.files.map((file) => file.text) ?? [];
    setChildren(rows, ...findRows(texts, tables.value).map(rowOption), wholeTable());
  };
  const showTables = async () => {
    if (!games.value) return;
    const opened = await bench.loadGame(games.value);
    setChildren(tables, ...findTables(opened.files.map((file) => file.text)).map(tableOption));
    showRows();
  };
  const choose = () => {
    showTables().catch((error: unknown) => setChildren(tables, h("option", { value: "" }, errorSentence(error))));
  };
  games.addEventListener("change", choose);
  tables.addEventListener("change", showRows);
  bench.games().then(
    (found) => {
      setChildren(games, ...found.map((game) => gameOption(game, wanted)));
      choose();
    },
    () => setChildren(games, h("option", { value: "" }, "The games cannot be read")),
  );
  const fields = [field("Game", games), field("Table", tables), field("Row", rows), field("Name", name)];
  const form = workingForm("Change this table", fields, (sent) =>
    bench.beginHouseRule(
      fieldValue(sent, "game"),
      fieldValue(sent, "table"),
      fieldValue(sent, "row"),
      fieldValue(sent, "name"),
    ),
  );
  return card("A house rule", "Change a table of a game, and compare it with the game as it is.", form);
}

function gameOption({ id, title }: GameName, wanted: string): HTMLOptionElement {
  return h("option", { value: id, selected: id === wanted }, title);
}

function rowOption({ key, line }: RowHead): HTMLOptionElement {
  return h("option", { value: key }, line.length > MAX_ROW_LENGTH ? `${line.slice(0, MAX_ROW_LENGTH)}…` : line);
}

function wholeTable(): HTMLOptionElement {
  return h("option", { value: "" }, "The whole table");
}

function tableOption({ id, title }: TableHead): HTMLOptionElement {
  return h("option", { value: id }, title === id ? id : `${id}: ${title}`);
}

function newGameForm(bench: Workbench, { isNewGame }: StartChoice): HTMLElement {
  const name = h("input", {
    id: "game-name",
    name: "name",
    type: "text",
    required: true,
    maxlength: 60,
    placeholder: "mygame",
  });
  name.autofocus = isNewGame;
  const form = workingForm("Begin a game", field("Name", name, "Small letters, digits and _."), (sent) =>
    bench.beginGame(toName(fieldValue(sent, "name"))),
  );
  return card("A new game", "A small whole game in a few files, to be changed and made your own.", form);
}

function fileForm(bench: Workbench): HTMLElement {
  const said = h("p", { role: "status", class: "said" });
  const take = async (files: Iterable<File>) => {
    for (const file of files)
      await openDiskFile(bench, file).catch((error: unknown) => setChildren(said, errorSentence(error)));
  };
  const input = h("input", {
    id: "rules-file",
    type: "file",
    accept: acceptedEndings(),
    multiple: true,
    class: "unseen",
  });
  input.addEventListener("change", () => void take(input.files ?? []));
  const zone = h(
    "div",
    { class: "drop" },
    h("p", {}, "Drop it anywhere on this page, or"),
    button("Choose a file", () => input.click()),
    h("label", { for: "rules-file", class: "unseen" }, "A file of rules or tables"),
    input,
  );
  const paste = h(
    "p",
    {},
    button("Paste a table", () => openTableDialog(bench)),
    " from a spreadsheet",
  );
  const about = "A file of rules or of tables, or a packed game; it stays on your device.";
  return card("Bring something in", about, [zone, paste, said]);
}

function card(title: string, about: string, body: Child): HTMLElement {
  return h("section", { class: "card beginning" }, h("h2", {}, title), h("p", {}, about), body);
}
