/** Numbers as texts have them. */

/** A number with so many digits behind the point; halfway between two it goes to the even one. */
export function fixed(number: number, places: number): string {
  const told = number.toFixed(places);
  const isHalfway = Math.abs((number * 2 ** (places + 1)) % 2) === 1;
  if (!isHalfway || Number(told.at(-1)) % 2 === 0) return told;
  const below = Math.floor(Math.abs(number) * 10 ** places) / 10 ** places;
  return (number < 0 ? "-" : "") + below.toFixed(places);
}

/** The number that is told so. */
export function rounded(number: number, places: number): number {
  return Number(fixed(number, places));
}

/** A whole number with a comma before each three digits. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
