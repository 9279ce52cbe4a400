/** What a person gave is wrong. */

/** What is wrong, where, and what to do about it; the last two may be empty. */
export class InputError extends Error {
  constructor(
    message: string,
    readonly place = "",
    readonly hint = "",
  ) {
    super(message);
  }
}

/** A text as messages quote it: no longer than they can bear. */
export function clip(text: string, most = 60): string {
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (each) => escaped(each));
  return shown.length <= most ? shown : `${shown.slice(0, most - 3)}...`;
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code.padStart(4, "0")}`;
}
