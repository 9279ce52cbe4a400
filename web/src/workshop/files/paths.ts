/** The paths of the files that somebody writes. */

/** The folder of own files. */
export const OWN_FOLDER = "/mine";

/** The folder of files that a link brought, which are not kept yet. They lie apart: rules in one folder see one another. */
export const LINKED_FOLDER = "/linked";

/** The suffix of files with rules. */
const RULES_SUFFIX = ".rules";

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a path. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Whether a file lies among the own ones, not among those of a game of the site. */
export function readsAsOwn(path: string): boolean {
  return path.startsWith(`${OWN_FOLDER}/`);
}

/** Whether a file came by a link, and is not kept yet. */
export function isLinked(path: string): boolean {
  return path.startsWith(`${LINKED_FOLDER}/`);
}

/** Whether a file holds rules. */
export function isRules(path: string): boolean {
  return path.endsWith(RULES_SUFFIX);
}

/** The path of a house rule. */
export function housePath(name: string): string {
  return `${OWN_FOLDER}/${name}${RULES_SUFFIX}`;
}

/** Make a name for rules out of any text: letters, digits and underscores, beginning with a letter. */
export function toName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "");
  return name || "my_rule";
}

/** The first of a name, name_2, name_3 ... that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** The path of a file that was opened from a disk. */
export function openedPath(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, "");
  return housePath(toName(stem));
}
