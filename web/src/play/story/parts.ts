/** The story's lines in words: parts of texts, each with what it is, for whoever draws them. */

import { unreachable } from "../../closed";
import type { StoryLine } from "./classes";
import { type Legend, TONES, UNSEEN } from "./line";

/**
 * What a part of a text is.
 *
 * `name` is a table, a question, a field, a heading; `about` what a table was rolled with; `reason` why there were no
 * dice; `behind` why an answer was given without asking; `when` a modifier's condition; `cite` a citation, `amended`
 * the overlay items that changed a rule, `place` where it stands in its file; `mark` a sign that a legend explains;
 * `sign` what stands between parts; `word` something that can be typed.
 */
export type Role =
  | "text"
  | "name"
  | "about"
  | "dice"
  | "modifier"
  | "total"
  | "reason"
  | "result"
  | "behind"
  | "when"
  | "cite"
  | "amended"
  | "place"
  | "mark"
  | "sign"
  | "word";

/** A part of a text; parts follow one another without anything between. */
export interface Part {
  readonly role: Role;
  readonly text: string;
}

/** Behind what is not printed but recovered or reconstructed, or worked out from what is. */
export const MARK = "~";

/** Before bad news and good. */
export const TONE_MARKS = { bad: "!", good: "*" } as const;

/** Leads to something. */
export const ARROW = "→";

const LEGENDS: Readonly<Record<Legend, readonly Part[]>> = {
  [UNSEEN]: [
    part("mark", MARK),
    part("text", " not printed, or worked out from what is not; "),
    part("word", "why"),
    part("text", " says from what"),
  ],
  [TONES]: [
    part("mark", TONE_MARKS.bad),
    part("text", " bad news, "),
    part("mark", TONE_MARKS.good),
    part("text", " good news"),
  ],
};

/** A part. */
export function part(role: Role, text: string): Part {
  return { role, text };
}

/** Parts as one text. */
export function plainText(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join("");
}

/** A line of the story in its parts; how deep it stands is not among them. */
export function partsOf(line: StoryLine): Part[] {
  const parts = wordsOf(line);
  if (line.kind === "roll" || line.kind === "result") return parts; // the mark stands behind the table there
  return line.isUnseen ? [...parts, part("mark", ` ${MARK}`)] : parts;
}

/** How dice fell in parts: the dice, the modifiers by name, the total; the reason where none were thrown. */
export function fell(line: Pick<StoryLine, "dice" | "modifiers" | "total" | "reason">): Part[] {
  if (line.reason) return [part("reason", `no dice: ${line.reason}`)];
  return [
    part("dice", line.dice),
    ...line.modifiers.map((modifier) => part("modifier", ` ${modifier}`)),
    ...(line.total ? [part("sign", " = "), part("total", line.total)] : []),
  ];
}

function wordsOf(line: StoryLine): Part[] {
  switch (line.kind) {
    case "chapter":
      return [part("name", line.text)];
    case "heading":
      return line.names.flatMap((name, place) => [...(place ? [part("sign", " › ")] : []), part("name", name)]);
    case "roll":
      return [...tableOf(line), part("sign", " "), ...fell(line), ...led(line)];
    case "result":
      return [...tableOf(line), part("sign", ": "), part("result", line.result)];
    case "news":
      return toned(line, [part("text", line.text)]);
    case "change": {
      const before = line.dice ? [part("text", line.dice), part("sign", ` ${ARROW} `)] : [];
      return toned(line, [part("name", line.text), part("sign", ": "), ...before, part("result", line.result)]);
    }
    case "answer": {
      const asked = part("name", line.by ? `${line.text} (${line.by})` : line.text);
      return [asked, ...led(line), ...(line.behind ? [part("behind", ` (${line.behind})`)] : [])];
    }
    case "joins":
    case "leaves": {
      const sign = line.kind === "joins" ? (line.text ? `${line.text}:` : "+") : "−";
      return [part("sign", `${sign} `), part("text", line.names.join(", "))];
    }
    case "legend":
      return [...LEGENDS[line.text as Legend]];
    case "limit":
    case "end":
      return [part("text", line.text)];
    default:
      return unreachable(line.kind);
  }
}

/** A table's name, and what it was rolled with. */
function tableOf(line: StoryLine): Part[] {
  const parts = [part("name", line.text)];
  if (line.isUnseen) parts.push(part("mark", ` ${MARK}`));
  if (line.kind === "roll" && line.names.length > 0) parts.push(part("about", ` (${line.names.join(", ")})`));
  return parts;
}

/** What something led to. */
function led(line: StoryLine): Part[] {
  return line.result ? [part("sign", ` ${ARROW} `), part("result", line.result)] : [];
}

/** A line with the sign of good or bad news before it. */
function toned(line: StoryLine, parts: Part[]): Part[] {
  return line.tone ? [part("mark", `${TONE_MARKS[line.tone]} `), ...parts] : parts;
}
