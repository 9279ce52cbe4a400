/** Formatting of numbers. */

/** Format a number with a fixed number of decimal places; halves round to even. */
export function formatFixed(number: number, places: number): string {
  const text = number.toFixed(places);
  const isHalfway = Math.abs((number * 2 ** (places + 1)) % 2) === 1;
  if (!isHalfway || Number(text.at(-1)) % 2 === 0) return text;
  const below = Math.floor(Math.abs(number) * 10 ** places) / 10 ** places;
  return (number < 0 ? "-" : "") + below.toFixed(places);
}

/** Round a number to decimal places, as {@link formatFixed} does. */
export function roundTo(number: number, places: number): number {
  return Number(formatFixed(number, places));
}

/** Format an integer with thousands separators: `19,980`. */
export function groupThousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
