/** Closed families: a `switch` over one lists all its members, and the type checker names those that miss a new one. */

/**
 * The end of a `switch` over a closed family. It does not compile where a member is left out.
 *
 * Throws where data from elsewhere hold what is no member all the same.
 */
export function unreachable(value: never): never {
  throw new TypeError("there is no such kind", { cause: value });
}
