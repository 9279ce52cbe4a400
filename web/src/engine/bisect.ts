/** Places in what is sorted. */

/** How many of the first are no more than a number; `found` gives the one at a place, and none is less than one before. */
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
