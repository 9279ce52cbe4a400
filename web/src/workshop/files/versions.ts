/**
 * Which texts of a file its history keeps: what is written within five minutes is one version.
 *
 * But a text that has lost much begins a version of its own, so that what was there stays; and each tab has its own
 * versions, so that none writes over another's. Of a file the last hundred are kept, of two million characters together.
 */

/** Milliseconds from the beginning of a version in which what is written belongs to it. */
export const VERSION_TIME = 5 * 60_000;

/** A text that lost more characters begins a version. */
export const MAX_LOSS = 400;

/** The most versions of a file. */
export const MAX_VERSIONS = 100;

/** The most characters of all versions of a file together; the last one is kept whatever it has. */
export const MAX_CHARACTERS = 2_000_000;

/** The version that is being written. */
export interface OpenVersion {
  /** When it was begun, in milliseconds since 1970. */
  readonly began: number;
  /** The characters of its text. */
  readonly length: number;
}

/** Find when the version was begun to which a text belongs that is written now. */
export function findBeginning(open: OpenVersion | null, length: number, now: number): number {
  if (open === null) return now;
  const isOver = now < open.began || now - open.began >= VERSION_TIME || open.length - length > MAX_LOSS;
  return isOver ? Math.max(now, open.began + 1) : open.began;
}

/** Find the versions that are too many, of those of a file in the order of their time. */
export function findSurplus<T extends { readonly text: string }>(versions: readonly T[]): readonly T[] {
  let characters = 0;
  let kept = versions.length - 1;
  for (; kept > 0 && versions.length - kept < MAX_VERSIONS; kept--) {
    characters += versions[kept]!.text.length;
    if (characters + versions[kept - 1]!.text.length > MAX_CHARACTERS) break;
  }
  return versions.slice(0, Math.max(0, kept));
}
