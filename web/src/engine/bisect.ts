/** Binary search in sorted sequences. */

/** Count the values of a sorted sequence that are at most `number`; `valueAt` gives the value at an index. */
export function countUpTo(length: number, number: number, valueAt: (place: number) => number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
