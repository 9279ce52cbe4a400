/** Exhaustiveness checks: a `switch` over a closed union lists all members; the type checker names omissions. */

/**
 * Mark the end of an exhaustive `switch`: a missing case is a type error, and at run time an exception.
 *
 * Throws when data from outside hold a value that is no member of the union.
 */
export function unreachable(value: never): never {
  throw new TypeError("there is no such kind", { cause: value });
}
