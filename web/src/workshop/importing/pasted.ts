/** Cells from a clipboard or a file, as the desk takes them: a file's name, whose ending says the format, and its content. */

/** A file of tables. */
export interface TableFile {
  /** Its name; the ending says its format. */
  readonly name: string;
  /** Its content in base64. */
  readonly content: string;
}

/** The name of pasted cells without another. */
const DEFAULT_TITLE = "My table";

/** Whether HTML of a clipboard holds a table: a spreadsheet's, or a page's. */
export function hasTable(html: string): boolean {
  return /<table[\s>]/i.test(html);
}

/** Make a file of pasted text, in the format that it seems to have; `title` becomes the title of its table. */
export function pastedFile(text: string, title: string): TableFile {
  const name =
    title
      .trim()
      .replace(/[/\\.]+/g, " ")
      .trim() || DEFAULT_TITLE;
  return { name: `${name}.${guessEnding(text)}`, content: encodeText(text) };
}

/** Guess the format of a text by what stands between its cells. */
export function guessEnding(text: string): "html" | "tsv" | "md" | "csv" {
  if (hasTable(text)) return "html";
  if (text.includes("\t")) return "tsv";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.some((line) => line.includes("|")) || lines.every((line) => /^\s*([-*#]|\d+[.)])\s/.test(line)))
    return "md";
  return "csv";
}

/** Encode a text as base64 of UTF-8. */
export function encodeText(text: string): string {
  return encodeBytes(new TextEncoder().encode(text));
}

/** Encode bytes as base64. */
export function encodeBytes(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
