/** Story lines as text parts with roles, independent of drawing. */

import { unreachable } from "../../closed";
import type { StoryLine } from "./classes";
import { type Legend, TONES, UNSEEN } from "./storyLine";

/**
 * The role of a text part.
 *
 * `name` is a table, a question, a field, a heading; `about` the arguments of a table, the outer headings; `reason` why
 * there were no dice; `stake` what was at stake;
 * `behind` the reason of an automatic answer; `when` a modifier's condition; `cite` a citation, `amended` the overlay
 * items that changed a rule, `place` its place in the file; `mark` a sign that a legend explains; `sign` a separator;
 * `word` an input to type.
 */
export type Role =
  | "text"
  | "name"
  | "about"
  | "dice"
  | "modifier"
  | "total"
  | "reason"
  | "stake"
  | "result"
  | "behind"
  | "when"
  | "cite"
  | "amended"
  | "place"
  | "mark"
  | "sign"
  | "word";

/** A text part; parts follow one another without separators. */
export interface Part {
  readonly role: Role;
  readonly text: string;
}

/** The mark of rules that are recovered or reconstructed, and of all that depends on them. */
export const UNPRINTED_MARK = "~";

/** The marks before bad and good news. */
export const TONE_MARKS = { bad: "!", good: "*" } as const;

/** The sign between a cause and its result. */
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

/** Make a part of a story line: a text with its role. */
export function makePart(role: Role, text: string): Part {
  return { role, text };
}

/** Join the parts of a line to a text. */
export function plainText(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join("");
}

/** Render a line of the story as text parts with roles, without indentation. */
export function lineParts(line: StoryLine): Part[] {
  const parts = wordParts(line);
  if (line.kind === "roll" || line.kind === "result") return parts; // there the mark follows the table
  return line.isUnseen ? [...parts, makePart("mark", ` ${UNPRINTED_MARK}`)] : parts;
}

/** Render a throw as text parts: the dice, the modifiers by name, the total; or why there was none. */
export function diceParts(line: Pick<StoryLine, "dice" | "modifiers" | "total" | "reason">): Part[] {
  if (line.reason) return [makePart("reason", `no dice: ${line.reason}`)];
  return [
    makePart("dice", line.dice),
    ...line.modifiers.map((modifier) => makePart("modifier", ` ${modifier}`)),
    ...(line.total ? [makePart("sign", " = "), makePart("total", line.total)] : []),
  ];
}

/** Render the words of a story line as text parts, by its kind. */
function wordParts(line: StoryLine): Part[] {
  switch (line.kind) {
    case "chapter":
      return [makePart("name", line.text)];
    case "heading":
      return line.names.flatMap((name, place) =>
        place === line.names.length - 1 ? [makePart("name", name)] : [makePart("about", name), makePart("sign", " › ")],
      );
    case "roll":
      return [
        ...tableParts(line),
        makePart("sign", " "),
        ...diceParts(line),
        ...resultParts(line),
        ...stakeParts(line),
      ];
    case "result":
      return [...tableParts(line), makePart("sign", ": "), makePart("result", line.result)];
    case "news":
      return withToneMark(line, [makePart("text", line.text)]);
    case "change": {
      const before = line.dice ? [makePart("text", line.dice), makePart("sign", ` ${ARROW} `)] : [];
      const after = line.result ? [makePart("sign", ": "), ...before, makePart("result", line.result)] : [];
      return withToneMark(line, [makePart("name", line.text), ...after]);
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

/** Render the table of a throw's line, and its arguments, as parts. */
function tableParts(line: StoryLine): Part[] {
  const parts = [makePart("name", line.text)];
  if (line.isUnseen) parts.push(makePart("mark", ` ${UNPRINTED_MARK}`));
  if (line.kind === "roll" && line.names.length > 0) parts.push(makePart("about", ` (${line.names.join(", ")})`));
  return parts;
}

/** Render the result of a line as parts. */
function resultParts(line: StoryLine): Part[] {
  return line.result ? [makePart("sign", ` ${ARROW} `), makePart("result", line.result)] : [];
}

/** Render what was at stake at a throw as parts; none unless it is to be shown. */
export function stakeParts(line: StoryLine): Part[] {
  return line.stake ? [makePart("stake", ` (${line.stake})`)] : [];
}

/** Put the mark of good or bad news before the parts of a line. */
function withToneMark(line: StoryLine, parts: Part[]): Part[] {
  return line.tone ? [makePart("mark", `${TONE_MARKS[line.tone]} `), ...parts] : parts;
}
