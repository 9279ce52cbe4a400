/** Numbers as texts have them. */

/** A number with so many digits behind the point; halfway between two it goes to the even one. */
export function formatFixed(number: number, places: number): string {
  const text = number.toFixed(places);
  const isHalfway = Math.abs((number * 2 ** (places + 1)) % 2) === 1;
  if (!isHalfway || Number(text.at(-1)) % 2 === 0) return text;
  const below = Math.floor(Math.abs(number) * 10 ** places) / 10 ** places;
  return (number < 0 ? "-" : "") + below.toFixed(places);
}

/** The number that is told so. */
export function roundTo(number: number, places: number): number {
  return Number(formatFixed(number, places));
}

/** A whole number with a comma before each three digits. */
export function groupThousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
