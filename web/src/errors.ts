/** Errors of user input, and safe quoting of user text. */

/** An error of user input, for people: a message, the place in the input, and a hint; the last two may be empty. */
export class InputError extends Error {
  /** Make the error from its message, a place such as `file:line`, and a hint. */
  constructor(
    message: string,
    readonly place = "",
    readonly hint = "",
  ) {
    super(message);
  }
}

/** Whether all characters of a text are printable. */
export function isPrintable(text: string): boolean {
  return !/[^\P{C} ]|[^\P{Z} ]/u.test(text);
}

/** Shorten a user's text for a message: one line, printable, limited length. */
export function clip(text: string, maxLength = 60): string {
  const characters = [...(isPrintable(text) ? text : escapeMatching(text, /[^ -~]/u))];
  return characters.length <= maxLength ? characters.join("") : `${characters.slice(0, maxLength - 3).join("")}...`;
}

/** Quote a text for a message, with escapes for unprintable characters. */
export function quoteText(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const marked = mark === "'" ? text.replaceAll("\\", "\\\\").replaceAll("'", "\\'") : text.replaceAll("\\", "\\\\");
  return mark + [...marked].map((each) => (isPrintable(each) ? each : escapeSequence(each))).join("") + mark;
}

/** Replace characters that match a pattern by escape sequences. */
function escapeMatching(text: string, pattern: RegExp): string {
  const marks =
    text.includes("'") && text.includes('"')
      ? text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")
      : text.replaceAll("\\", "\\\\");
  return [...marks].map((each) => (pattern.test(each) ? escapeSequence(each) : each)).join("");
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** The escape sequence of a character, as Python writes it: `\n`, `\xe9`, `\u2026`. */
function escapeSequence(character: string): string {
  const code = character.codePointAt(0)!;
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return SHORT_ESCAPES[character] ?? `\\${letter}${code.toString(16).padStart(digits as number, "0")}`;
}
