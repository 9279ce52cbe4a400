/** The bars above and below a game: how much of the window they cover, which is nothing where they scroll with it. */

/** The height in pixels of the bar above all screens, as far as it covers the window. */
export function coveredAbove(): number {
  return coverOf(document.querySelector<HTMLElement>(".top"));
}

/** The height in pixels that a bar covers of the window; 0 if it stands in the page's flow. */
export function coverOf(bar: HTMLElement | null): number {
  if (bar === null) return 0;
  return getComputedStyle(bar).position === "static" ? 0 : bar.offsetHeight;
}
