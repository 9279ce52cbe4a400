/** Packages: a game with its rules as one file, a zip, of which the page takes the game file that it can play. */

import { InvalidGame } from "./gamefile";
import { InflateError, inflate } from "./inflate";

/** Maximum size of a package, and of the game file in it, in bytes. */
export const MAX_PACKAGE_SIZE = 20_000_000;

/** Maximum number of files in a package. */
export const MAX_PACKAGE_FILES = 600;

/** The pattern of the name of the game file in a package; the rules beside it stand in a folder. */
const GAME_FILE_PATTERN = /^[A-Za-z0-9_-]{1,64}\.game$/;

/** The pattern of the name of a text in the folder of rules: no step of it leads out of the folder. */
const TEXT_PATTERN = /^rules\/((?:[A-Za-z0-9_][A-Za-z0-9_ .-]{0,63}\/){0,3}[A-Za-z0-9_][A-Za-z0-9_ .-]{0,79})$/;

const NO_PACKAGE = "This is no package, or it is not whole: get it once more.";
const NO_GAME = "This package holds no game that a page can play: `bombsight pack` makes one that does.";
const TOO_LARGE = `This package is too large: it may have ${MAX_PACKAGE_SIZE.toLocaleString("en")} bytes.`;

/** Signatures of the parts of a zip (APPNOTE.TXT, 4.3), and the sizes of their fixed fields in bytes. */
const LOCAL = { signature: 0x04034b50, size: 30 };
const ENTRY = { signature: 0x02014b50, size: 46 };
const END = { signature: 0x06054b50, size: 22 };

/** Maximum size of the comment behind a zip, in bytes. */
const MAX_COMMENT_SIZE = 0xffff;

/** The flag of an encrypted entry. */
const ENCRYPTED = 1;

const STORED = 0;
const DEFLATED = 8;

/** An entry of a zip. */
interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  /** The offset of the part that holds its data. */
  readonly offset: number;
}

/** Whether a file begins as a package does. */
export async function isPackage(file: Blob): Promise<boolean> {
  if (file.size < END.size) return false;
  return new DataView(await file.slice(0, 4).arrayBuffer()).getUint32(0, true) === LOCAL.signature;
}

/**
 * Extract the game file of a package. It is as untrusted as the package: {@link readGame} checks it.
 *
 * Throws {@link InvalidGame} if it is no package, is damaged or too large, or holds none.
 */
export async function extractGameFile(file: Blob): Promise<Blob> {
  if (file.size > MAX_PACKAGE_SIZE) throw new InvalidGame(TOO_LARGE);
  const view = new DataView(await file.arrayBuffer());
  try {
    const games = readEntries(view).filter(({ name }) => GAME_FILE_PATTERN.test(name));
    const [entry] = games;
    if (entry === undefined || games.length > 1) throw new InvalidGame(NO_GAME);
    return await extractEntry(file, view, entry);
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidGame(NO_PACKAGE); // a field lies outside of the file
    throw error;
  }
}

/** The texts of a package: the rules of a game, and what lies beside them. */
export interface PackedTexts {
  /** The game's id. */
  readonly game: string;
  /** The texts by the path of their file in the game's folder. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Extract the texts of a package. Throws {@link InvalidGame} like {@link extractGameFile}. */
export async function extractTexts(file: Blob): Promise<PackedTexts> {
  if (file.size > MAX_PACKAGE_SIZE) throw new InvalidGame(TOO_LARGE);
  const view = new DataView(await file.arrayBuffer());
  try {
    const entries = readEntries(view);
    const game = entries.find(({ name }) => GAME_FILE_PATTERN.test(name))?.name.replace(/\.game$/, "");
    if (game === undefined) throw new InvalidGame(NO_PACKAGE);
    const found = entries.filter(({ name }) => TEXT_PATTERN.test(name));
    if (found.reduce((sum, { size }) => sum + size, 0) > MAX_PACKAGE_SIZE) throw new InvalidGame(TOO_LARGE);
    const texts = new Map<string, string>();
    for (const entry of found) {
      const content = await (await extractEntry(file, view, entry)).arrayBuffer();
      texts.set(entry.name.match(TEXT_PATTERN)![1]!, new TextDecoder("utf-8", { fatal: true }).decode(content));
    }
    return { game, texts };
  } catch (error) {
    // A field lies outside of the file, or a text is none.
    if (error instanceof RangeError || error instanceof TypeError) throw new InvalidGame(NO_PACKAGE);
    throw error;
  }
}

/** Read the list of entries at the end of a zip. Throws {@link InvalidGame} or a `RangeError` if it is not valid. */
function readEntries(view: DataView): Entry[] {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_PACKAGE_FILES) throw new InvalidGame(NO_PACKAGE);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let number = 0; number < count; number++) {
    if (view.getUint32(at, true) !== ENTRY.signature) throw new InvalidGame(NO_PACKAGE);
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(view.buffer, at + ENTRY.size, nameLength)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += ENTRY.size + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Find the offset of the record at the end of a zip. Throws {@link InvalidGame} if there is none. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END.size;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_SIZE); at--)
    if (view.getUint32(at, true) === END.signature) return at;
  throw new InvalidGame(NO_PACKAGE);
}

/** Extract an entry of a zip. Throws {@link InvalidGame} or a `RangeError` if it is damaged or too large. */
async function extractEntry(file: Blob, view: DataView, entry: Entry): Promise<Blob> {
  const { flags, method, packedSize, size, offset } = entry;
  if (size > MAX_PACKAGE_SIZE) throw new InvalidGame(TOO_LARGE);
  if (view.getUint32(offset, true) !== LOCAL.signature || (flags & ENCRYPTED) !== 0) throw new InvalidGame(NO_PACKAGE);
  const start = offset + LOCAL.size + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = file.slice(start, start + packedSize);
  if (packed.size !== packedSize) throw new InvalidGame(NO_PACKAGE);
  const content = await unpack(packed, method, size);
  if (content.size !== size) throw new InvalidGame(NO_PACKAGE);
  return content;
}

/** Unpack the data of an entry. Throws {@link InvalidGame} if they are damaged, or more than the entry says. */
async function unpack(packed: Blob, method: number, size: number): Promise<Blob> {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new InvalidGame(NO_PACKAGE);
  try {
    return new Blob([await inflate(packed, "deflate-raw", size)]);
  } catch (error) {
    if (error instanceof InflateError) throw new InvalidGame(NO_PACKAGE);
    throw error;
  }
}
