/** The story's lines in words: parts of texts, each with what it is, for whoever draws them. */

import { unreachable } from "../../closed";
import type { StoryLine } from "./classes";
import { type Legend, TONES, UNSEEN } from "./storyLine";

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
export const UNPRINTED_MARK = "~";

/** Before bad news and good. */
export const TONE_MARKS = { bad: "!", good: "*" } as const;

/** Leads to something. */
export const ARROW = "→";

const LEGEND_PARTS: Readonly<Record<Legend, readonly Part[]>> = {
  [UNSEEN]: [
    makePart("mark", UNPRINTED_MARK),
    makePart("text", " not printed, or worked out from what is not; "),
    makePart("word", "why"),
    makePart("text", " says from what"),
  ],
  [TONES]: [
    makePart("mark", TONE_MARKS.bad),
    makePart("text", " bad news, "),
    makePart("mark", TONE_MARKS.good),
    makePart("text", " good news"),
  ],
};

/** A part. */
export function makePart(role: Role, text: string): Part {
  return { role, text };
}

/** Parts as one text. */
export function plainText(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join("");
}

/** A line of the story in its parts; how deep it stands is not among them. */
export function lineParts(line: StoryLine): Part[] {
  const parts = wordParts(line);
  if (line.kind === "roll" || line.kind === "result") return parts; // the mark stands behind the table there
  return line.isUnseen ? [...parts, makePart("mark", ` ${UNPRINTED_MARK}`)] : parts;
}

/** How dice fell in parts: the dice, the modifiers by name, the total; the reason where none were thrown. */
export function diceParts(line: Pick<StoryLine, "dice" | "modifiers" | "total" | "reason">): Part[] {
  if (line.reason) return [makePart("reason", `no dice: ${line.reason}`)];
  return [
    makePart("dice", line.dice),
    ...line.modifiers.map((modifier) => makePart("modifier", ` ${modifier}`)),
    ...(line.total ? [makePart("sign", " = "), makePart("total", line.total)] : []),
  ];
}

function wordParts(line: StoryLine): Part[] {
  switch (line.kind) {
    case "chapter":
      return [makePart("name", line.text)];
    case "heading":
      return line.names.flatMap((name, place) => [...(place ? [makePart("sign", " › ")] : []), makePart("name", name)]);
    case "roll":
      return [...tableParts(line), makePart("sign", " "), ...diceParts(line), ...resultParts(line)];
    case "result":
      return [...tableParts(line), makePart("sign", ": "), makePart("result", line.result)];
    case "news":
      return withToneMark(line, [makePart("text", line.text)]);
    case "change": {
      const before = line.dice ? [makePart("text", line.dice), makePart("sign", ` ${ARROW} `)] : [];
      return withToneMark(line, [
        makePart("name", line.text),
        makePart("sign", ": "),
        ...before,
        makePart("result", line.result),
      ]);
    }
    case "answer": {
      const questionPart = makePart("name", line.by ? `${line.text} (${line.by})` : line.text);
      return [questionPart, ...resultParts(line), ...(line.behind ? [makePart("behind", ` (${line.behind})`)] : [])];
    }
    case "joins":
    case "leaves": {
      const sign = line.kind === "joins" ? (line.text ? `${line.text}:` : "+") : "−";
      return [makePart("sign", `${sign} `), makePart("text", line.names.join(", "))];
    }
    case "legend":
      return [...LEGEND_PARTS[line.text as Legend]];
    case "limit":
    case "end":
      return [makePart("text", line.text)];
    default:
      return unreachable(line.kind);
  }
}

/** A table's name, and what it was rolled with. */
function tableParts(line: StoryLine): Part[] {
  const parts = [makePart("name", line.text)];
  if (line.isUnseen) parts.push(makePart("mark", ` ${UNPRINTED_MARK}`));
  if (line.kind === "roll" && line.names.length > 0) parts.push(makePart("about", ` (${line.names.join(", ")})`));
  return parts;
}

/** What something led to. */
function resultParts(line: StoryLine): Part[] {
  return line.result ? [makePart("sign", ` ${ARROW} `), makePart("result", line.result)] : [];
}

/** A line with the sign of good or bad news before it. */
function withToneMark(line: StoryLine, parts: Part[]): Part[] {
  return line.tone ? [makePart("mark", `${TONE_MARKS[line.tone]} `), ...parts] : parts;
}
