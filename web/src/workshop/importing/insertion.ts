/** Where and how the rules of imported tables come into a file. */

import type { Replacement } from "../desk/classes";

/**
 * Insert rules into a text. Those of one's own tables stand behind the item at an offset, without their chapter, which
 * would take in the items below; others keep the chapter, which says where they come from, at the end.
 */
export function insertRules(text: string, offset: number, rules: string, isOwn: boolean): Replacement {
  const inserted = (isOwn ? withoutChapters(rules) : rules).trim();
  const place = isOwn ? endOfItem(text, offset) : text.length;
  const before = text.slice(0, place);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const rest = text.slice(place);
  return { start: place, end: place, text: `${gap}${inserted}\n${rest !== "" && !rest.startsWith("\n") ? "\n" : ""}` };
}

/** Make comments of the chapters' heads. */
function withoutChapters(rules: string): string {
  return rules.replace(/^chapter "([^"\n]*)".*$/gm, "# $1");
}

/** Where the item at an offset ends: before the next line that is neither indented nor empty. */
function endOfItem(text: string, offset: number): number {
  let place = text.indexOf("\n", offset);
  while (place >= 0) {
    const next = text.slice(place + 1);
    const end = next.indexOf("\n");
    const line = end < 0 ? next : next.slice(0, end);
    if (!/^\s/.test(line) && line.trim() !== "") return endOfText(text, place + 1);
    if (end < 0) break;
    place += 1 + end;
  }
  return text.length;
}

/** The end of the last line with text before a place. */
function endOfText(text: string, place: number): number {
  return text.slice(0, place).trimEnd().length + 1;
}
