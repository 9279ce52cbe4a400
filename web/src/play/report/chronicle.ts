/**
 * The chronicle: the sentences of the journal that the rules mark for the report, by mission and by name.
 *
 * Nothing is added to them: a paragraph consists of whole sentences, and each links to the line of the story of its
 * event.
 */

import type { SayView } from "../../engine/classes";
import { NONE } from "../../rules/values";
import type { Session } from "../../session/session";
import type { StoryLine } from "../story/classes";
import { makeLine } from "../story/storyLine";
import type { ChronicleEntry, GivenName } from "./classes";

/** What stands between the parts of a heading. */
const HEADING_JOINER = "\u00a0\u00b7 ";

/** The kinds of story lines to which no sentence links unless it is one of them. */
const UNLINKED_KINDS: ReadonlySet<StoryLine["kind"]> = new Set(["chapter", "heading", "legend"]);

/** The sentences that name a person or thing. */
export interface NameChronicle {
  readonly name: GivenName;
  /** The indices of the chapters with such sentences, in order, each with these sentences. */
  readonly chapters: readonly (readonly [at: number, entries: readonly ChronicleEntry[]])[];
}

/**
 * Yield the lines of a part of the story, with its entries of the chronicle, each behind the line it links to.
 *
 * A sentence links to its own line, or, if it has none, to the last line before it.
 */
export function* linkToStory(
  session: Session,
  said: readonly (readonly [event: number, view: SayView])[],
  linesByEvent: Iterable<readonly [event: number, lines: readonly StoryLine[]]>,
): Generator<StoryLine | ChronicleEntry> {
  const views = new Map(said);
  const lines: StoryLine[] = [];
  const entries = new Map<number, ChronicleEntry[]>(); // by the number of lines before them
  let [linked, anchor] = [-1, ""]; // the index of the last line that can be linked to, and its id
  for (const [event, newLines] of linesByEvent) {
    for (const line of newLines) {
      if (!UNLINKED_KINDS.has(line.kind) && !(line.kind === "change" && !line.tone)) {
        [linked, anchor] = [lines.length, `event-${event}`];
      }
      lines.push(line);
    }
    const view = views.get(event);
    if (view) {
      if (anchor) lines[linked] = makeLine(lines[linked]!.kind, { ...lines[linked]!, anchor });
      entries.set(lines.length, [...(entries.get(lines.length) ?? []), makeEntry(session, event, view, anchor)]);
    }
  }
  for (const [at, line] of lines.entries()) {
    yield* entries.get(at) ?? [];
    yield line;
  }
  yield* entries.get(lines.length) ?? [];
}

/** Make the entry of a sentence, by the index of its event and the id of the line that it links to. */
function makeEntry(session: Session, event: number, view: SayView, anchor: string): ChronicleEntry {
  return { text: view.text, isHeadline: view.chronicle === "headline", anchor, names: findNames(session, event) };
}

/** The names in the sentence of an event, by its index, each once. */
function findNames({ journal, program, describer }: Session, event: number): GivenName[] {
  const [number, ...values] = journal.events[event]!;
  const site = program.sites[number!]!;
  const found = new Map<string, GivenName>();
  for (const part of site.is === "SaySite" ? site.text : []) {
    if (typeof part === "string" || part.type.is !== "TextType") continue;
    const [record, serial] = [part.type.names, values[part.index]!];
    if (serial === NONE || found.has(`${record} ${serial}`)) continue;
    found.set(`${record} ${serial}`, { record, serial, title: describer.valueTitle(part.type, serial) });
  }
  return [...found.values()];
}

/** Join the parts of a mission's heading among the entries of its chapter; empty without any. */
export function joinHeadlines(entries: readonly ChronicleEntry[]): string {
  const parts = entries.filter((entry) => entry.isHeadline).map((entry) => entry.text.replace(/\.+$/, ""));
  return parts.join(HEADING_JOINER);
}

/** Group the sentences of the chapters by the names in them, in the order in which the names first stand there. */
export function groupByName(chapters: readonly (readonly ChronicleEntry[])[]): NameChronicle[] {
  const found = new Map<string, { name: GivenName; chapters: Map<number, ChronicleEntry[]> }>();
  for (const [at, entries] of chapters.entries()) {
    for (const entry of entries) {
      if (entry.isHeadline) continue;
      for (const name of entry.names) {
        const key = `${name.record} ${name.serial}`;
        const about = found.get(key) ?? { name, chapters: new Map<number, ChronicleEntry[]>() };
        about.chapters.set(at, [...(about.chapters.get(at) ?? []), entry]);
        found.set(key, about);
      }
    }
  }
  return [...found.values()].map(({ name, chapters: inChapters }) => ({ name, chapters: [...inChapters] }));
}
