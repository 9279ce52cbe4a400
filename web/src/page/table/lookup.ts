/** Lookup during play: tables as cards, and help on every part of the game. */

import { InputError } from "../../errors";
import { joinNames } from "../../listing";
import { findBestMatches } from "../../nameSearch";
import { findCited } from "../../play/citations";
import type { Card, Help } from "../../rules/documents";
import { findLikelyNames } from "../../suggestions";
import { openDialog } from "../dialogs";
import { button, type Child, h, setChildren } from "../dom";
import type { ReadyGame } from "../storage/games";
import { originText } from "./card";
import { cardWithDice, type RolledGame } from "./cardRollView";
import type { GameController } from "./gameController";
import { showPrimer } from "./primer";
import { tableLinks } from "./tableLinks";

/** Maximum number of search results shown. */
const MAX_SHOWN_ENTRIES = 40;

/** Maximum number of uses listed of an entry. */
const MAX_USES = 12;

/** The words for which help shows the primer. */
const PRIMER_WORDS: readonly string[] = ["game", "primer"];

/** An entry of the lookup. */
interface LookupEntry {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  render(): Child;
}

/**
 * Show the table or other part of the rules that a word matches, what a citation leads to, or for `game` the primer.
 *
 * Throws an {@link InputError} for none.
 */
export function showHelp(controller: GameController, word: string): void {
  const { game } = controller.ready;
  const { primer } = game.settings();
  if (primer !== null && PRIMER_WORDS.includes(word.toLowerCase())) {
    showPrimer(primer);
    return;
  }
  const entries = collectEntries(controller);
  const matches = findBestMatches(
    word,
    entries,
    ({ name }) => [name, name.replaceAll("_", " ")],
    ({ title }) => title,
  );
  const cited = matches.length === 0 ? findCited(word, game.things().things) : null;
  if (cited !== null) showEntry(partEntry(cited));
  else if (matches.length === 0)
    throw new InputError(`nothing in this game is called ${word}`, "", suggestEntries(word, entries));
  else if (matches.length === 1) showEntry(matches[0]!);
  else lookupDialog(controller, word);
}

/** Suggest the parts of the rules whose name or title is like a word; empty without any. */
function suggestEntries(word: string, entries: readonly LookupEntry[]): string {
  const titles = new Map<string, string>();
  for (const { name, title } of entries)
    for (const called of [name.replaceAll("_", " "), title])
      if (called) titles.set(called.toLowerCase(), title || name);
  const near = findLikelyNames(word.toLowerCase(), new Map([...titles.keys()].map((each) => [each, ""])));
  const found = [...new Set(near.map((each) => titles.get(each) ?? each))];
  return found.length > 0 ? `Did you mean ${joinNames(found, "or")}?` : "";
}

/** Open a dialog that searches the tables and other parts of the rules; `word` is typed into it at first. */
export function lookupDialog(controller: GameController, word = ""): void {
  const all = collectEntries(controller);
  const search = h("input", { type: "search", id: "lookup", value: word, autocomplete: "off", oninput: () => draw() });
  const list = h("ul", { class: "choices" });
  const more = h("p", { class: "faint", role: "status" });
  /** Show the entries that match the typed text. */
  function draw(): void {
    const low = search.value.trim().toLowerCase();
    const fits = all.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(low));
    setChildren(
      list,
      ...fits.slice(0, MAX_SHOWN_ENTRIES).map((entry) =>
        h(
          "li",
          {},
          button(entry.title || entry.name, () => showEntry(entry), { class: "quiet" }),
          h("small", {}, entry.kind),
        ),
      ),
    );
    more.textContent =
      fits.length > MAX_SHOWN_ENTRIES
        ? `and ${fits.length - MAX_SHOWN_ENTRIES} more`
        : fits.length === 0
          ? "Nothing is called so."
          : "";
  }
  draw();
  openDialog("Look up", [
    h("div", { class: "field" }, h("label", { for: "lookup" }, "A table, or anything that has a name"), search),
    list,
    more,
  ]);
  search.focus();
}

/** List the parts of the rules that can be looked up: tables first, then other named parts. */
function collectEntries(controller: GameController): LookupEntry[] {
  const { game } = controller.ready;
  const { session } = controller.play;
  const rolled = { program: game.program, session, eventCount: controller.stops.eventCount };
  const tables = game.cards().tables.map((card) => tableEntry(card, rolled, controller.ready));
  const ids = new Set(tables.map(({ name }) => name));
  const others = game.things().things.filter(({ kind, name }) => !(kind.toLowerCase() === "table" && ids.has(name)));
  return [...tables, ...others.map(partEntry)];
}

/** Make the entry of a table, shown as a card on which dice of one's own can be tried. */
function tableEntry(card: Card, game: RolledGame, ready: ReadyGame): LookupEntry {
  const title = card.title && card.title !== card.id ? `${card.id} ${card.title}` : card.id;
  const render = () => [cardWithDice(game, card), tableLinks(ready, card.id)];
  return { name: card.id, title, kind: "table", render };
}

/** Make the entry of a named part of the rules other than a table. */
function partEntry(part: Help): LookupEntry {
  return { name: part.name, title: part.title, kind: part.kind.toLowerCase(), render: () => partView(part) };
}

/** Show an entry in a dialog. */
function showEntry(entry: LookupEntry): void {
  openDialog(entry.title || entry.name, entry.render(), { kind: "broad" });
}

/** Render the help on a named part of the rules: kind, origin, facts, and where it counts. */
function partView({ kind, told, uses, origin, explanation }: Help): Child {
  const count = uses.length > MAX_USES ? ` and ${uses.length - MAX_USES} more` : "";
  return [
    h("p", { class: "faint" }, [kind.toLowerCase(), originText(origin)].filter((each) => each).join("; ")),
    explanation && h("p", {}, explanation),
    told.length > 0 &&
      h(
        "dl",
        { class: "tallies" },
        ...told.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
      ),
    uses.length > 0 && h("p", {}, `Counts in: ${joinNames(uses.slice(0, MAX_USES))}${count}`),
  ];
}
