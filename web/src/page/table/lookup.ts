/** Looking things up while one plays: tables as cards, and what each thing of the game is. */

import { InputError } from "../../errors";
import { listed } from "../../listing";
import { fitting } from "../../lookup";
import type { Card, Help } from "../../rules/documents";
import { open } from "../dialogs";
import { button, type Child, fill, h } from "../dom";
import { cardView, known } from "./card";
import type { Seat } from "./seat";

/** So many of what fits are shown. */
const MOST = 40;

/** Of more places in which something counts only so many are told. */
const USES = 12;

/** Something that can be looked up. */
interface Entry {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  show(): Child;
}

/** Show what a word means; throws an {@link InputError} where nothing is called so, or very much. */
export function showHelp(seat: Seat, word: string): void {
  const found = fitting(
    word,
    entries(seat),
    ({ name }) => [name, name.replaceAll("_", " ")],
    ({ title }) => title,
  );
  if (found.length === 0) throw new InputError(`nothing in this game is called ${word}`);
  if (found.length === 1) show(found[0]!);
  else lookupDialog(seat, word);
}

/** Search among all that can be looked up. */
export function lookupDialog(seat: Seat, word = ""): void {
  const all = entries(seat);
  const search = h("input", { type: "search", id: "lookup", value: word, autocomplete: "off", oninput: () => draw() });
  const list = h("ul", { class: "choices" });
  const more = h("p", { class: "faint", role: "status" });
  function draw(): void {
    const low = search.value.trim().toLowerCase();
    const fits = all.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(low));
    fill(
      list,
      ...fits.slice(0, MOST).map((entry) =>
        h(
          "li",
          {},
          button(entry.title || entry.name, () => show(entry), { class: "quiet" }),
          h("small", {}, entry.kind),
        ),
      ),
    );
    more.textContent =
      fits.length > MOST ? `and ${fits.length - MOST} more` : fits.length === 0 ? "Nothing is called so." : "";
  }
  draw();
  open("Look up", [
    h("div", { class: "field" }, h("label", { for: "lookup" }, "A table, or anything that has a name"), search),
    list,
    more,
  ]);
  search.focus();
}

/** Tables first, then what else has a name. */
function entries(seat: Seat): Entry[] {
  const { game } = seat.ready;
  const tables = game.cards().tables.map(tableEntry);
  const ids = new Set(tables.map(({ name }) => name));
  const others = game.things().things.filter(({ kind, name }) => !(kind.toLowerCase() === "table" && ids.has(name)));
  return [...tables, ...others.map(thingEntry)];
}

function tableEntry(card: Card): Entry {
  const title = card.title && card.title !== card.id ? `${card.id} ${card.title}` : card.id;
  return { name: card.id, title, kind: "table", show: () => cardView(card) };
}

function thingEntry(thing: Help): Entry {
  return { name: thing.name, title: thing.title, kind: thing.kind.toLowerCase(), show: () => thingView(thing) };
}

function show(entry: Entry): void {
  open(entry.title || entry.name, entry.show(), { kind: "broad" });
}

function thingView({ kind, told, uses, origin }: Help): Child {
  const count = uses.length > USES ? ` and ${uses.length - USES} more` : "";
  return [
    h("p", { class: "faint" }, [kind.toLowerCase(), known(origin)].filter((each) => each).join("; ")),
    told.length > 0 &&
      h(
        "dl",
        { class: "tallies" },
        ...told.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
      ),
    uses.length > 0 && h("p", {}, `Counts in: ${listed(uses.slice(0, USES))}${count}`),
  ];
}
