/** The areas of pieces on drawn boards: how large they are, and how they lie. */

/** The least width and height of a piece that answers, in units of the drawing. */
const MIN_SIZE = 27;

/** Make the area of a target large enough to be touched, about its middle. */
export function growArea(target: SVGGElement): void {
  const area = target.querySelector(".area")!;
  for (const [start, size] of [
    ["x", "width"],
    ["y", "height"],
  ] as const) {
    const lacking = MIN_SIZE - Number(area.getAttribute(size));
    if (lacking <= 0) continue;
    area.setAttribute(start, String(Number(area.getAttribute(start)) - lacking / 2));
    area.setAttribute(size, String(MIN_SIZE));
  }
}

/** Mark changed targets that lie within another one, which is lit for them. */
export function markInner(targets: readonly SVGGElement[]): void {
  const boxes = targets.map((target) => {
    const area = target.querySelector(".area")!;
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(area.getAttribute(name)));
    return { target, left: x!, top: y!, right: x! + width!, bottom: y! + height! };
  });
  for (const [at, inner] of boxes.entries()) {
    const isInner = boxes.some(
      (outer, other) =>
        other < at &&
        outer.left <= inner.left &&
        inner.right <= outer.right &&
        outer.top <= inner.top &&
        inner.bottom <= outer.bottom,
    );
    inner.target.classList.toggle("inner", isInner);
  }
}

/** Mark targets that have the very area of an earlier one, so that their colours do not add up. */
export function markStacked(targets: readonly SVGGElement[]): void {
  const areas = new Set<string>();
  for (const target of targets) {
    const area = target.querySelector(".area")!;
    const spot = ["x", "y", "width", "height"].map((name) => area.getAttribute(name)).join(" ");
    target.classList.toggle("stacked", areas.has(spot));
    areas.add(spot);
  }
}
