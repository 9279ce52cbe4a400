/** Where somebody goes on to write in a draft. */

/** The place at which somebody goes on with a draft of a house rule: behind its last `now`, or what stands for it. */
export function placeToWrite(text: string): number {
  const found = [...text.matchAll(/^ +(?:now|confirms)\b.*$/gm)].at(-1);
  return found ? found.index + found[0].length : text.length;
}
