/** The areas of pieces on drawn boards: how large they are, and how they lie. */

/** The least width and height of a piece that answers, in units of the drawing. */
const MIN_SIZE = 27;

/** Half of the gap between neighbours, in units of the drawing. */
const HALF_GAP = 1;

/** How near one another's middles pieces may lie, in pixels, before a finger cannot tell them apart. */
const FINGER_REACH = 12;

/** The sides of an area along the two axes: from `start` to `end`, across and down. */
type Axis = readonly [start: number, end: number];

/** An area, by its axes: across and down. */
export type Box = readonly [Axis, Axis];

/** Down, then across. */
const AXES = [1, 0] as const;

/** The box of an area that is laid out, and that which the drawing gave it. */
interface LaidBox {
  readonly drawn: Box;
  box: Box;
}

/** The rectangle of a target that is touched. */
export function areaOf(target: SVGGElement): SVGRectElement {
  return target.querySelector<SVGRectElement>(".area")!;
}

/** Read the box of a target's area. */
export function readBox(target: SVGGElement): Box {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(areaOf(target).getAttribute(name)));
  return [
    [x!, x! + width!],
    [y!, y! + height!],
  ];
}

/** Make one target of those that stand for the same piece: of words in several lines. */
export function joinTargets(targets: readonly SVGGElement[]): readonly SVGGElement[] {
  const joined = new Map<string, SVGGElement>();
  return targets.filter((target) => {
    const { piece } = target.dataset;
    const first = piece ? joined.get(piece) : undefined;
    if (piece && first === undefined) joined.set(piece, target);
    if (first === undefined) return true;
    const [one, other] = [readBox(first), readBox(target)];
    if (!isOverlapping(one, widened(other))) return true;
    const [across, down] = [0, 1].map((axis): Axis => {
      const [[start, end], [otherStart, otherEnd]] = [one[axis as 0 | 1], other[axis as 0 | 1]];
      return [Math.min(start, otherStart), Math.max(end, otherEnd)];
    });
    writeBox(first, [across!, down!]);
    target.remove();
    return false;
  });
}

/**
 * Make the areas of targets large enough to be touched, as far as each has room: neighbours share what lies between
 * them, so that no two overlap, and none lies over one of `others`. Of two areas one of which lies within the other, the
 * inner one is touched.
 */
export function layOutAreas(targets: readonly SVGGElement[], others: readonly SVGGElement[]): void {
  const laid = targets.map(layBox);
  const around = others.map(layBox);
  for (const [at, one] of laid.entries()) for (const other of laid.slice(at + 1)) part(one, other);
  for (const one of laid) grow(one, laid, around);
  for (const [at, { box }] of laid.entries()) writeBox(targets[at]!, box);
}

/** The box of a target as it is drawn. */
function layBox(target: SVGGElement): LaidBox {
  const drawn = readBox(target);
  return { drawn, box: drawn };
}

/** Give the area of a target a box. */
function writeBox(target: SVGGElement, [[left, right], [top, bottom]]: Box): void {
  for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top }))
    areaOf(target).setAttribute(name, String(value));
}

/** A box that also holds what it touches. */
function widened([[left, right], [top, bottom]]: Box): Box {
  return [
    [left - HALF_GAP, right + HALF_GAP],
    [top - HALF_GAP, bottom + HALF_GAP],
  ];
}

/** Part two areas that overlap, along the axis on which they do so least; nested ones stay. */
function part(one: LaidBox, other: LaidBox): void {
  if (isNested(one, other) || !isOverlapping(one.box, other.box)) return;
  const [across, down] = [sharedExtent(one, other, 0), sharedExtent(one, other, 1)];
  const axis = across <= down ? 0 : 1;
  const [before, behind] = inOrder(one, other, axis);
  const middle = (before.drawn[axis][1] + behind.drawn[axis][0]) / 2;
  const edge = Math.max(middleOf(before.drawn[axis]), Math.min(middle, middleOf(behind.drawn[axis])));
  before.box = withAxis(before.box, axis, [before.box[axis][0], Math.min(before.box[axis][1], edge - HALF_GAP)]);
  behind.box = withAxis(behind.box, axis, [Math.max(behind.box[axis][0], edge + HALF_GAP), behind.box[axis][1]]);
}

/** How far two areas reach into each other along an axis. */
function sharedExtent(one: LaidBox, other: LaidBox, axis: 0 | 1): number {
  const [before, behind] = inOrder(one, other, axis);
  return before.drawn[axis][1] - behind.drawn[axis][0];
}

/** Two areas in the order of their middles along an axis. */
function inOrder(one: LaidBox, other: LaidBox, axis: 0 | 1): readonly [LaidBox, LaidBox] {
  return middleOf(one.drawn[axis]) <= middleOf(other.drawn[axis]) ? [one, other] : [other, one];
}

/**
 * Let an area grow to the least size, but not past the middle of what lies between it and a neighbour: to one side alone
 * where another piece that answers is on the other, else evenly.
 */
function grow(one: LaidBox, answering: readonly LaidBox[], others: readonly LaidBox[]): void {
  for (const axis of AXES) {
    const [start, end] = one.box[axis];
    const lacking = MIN_SIZE - (end - start);
    if (lacking <= 0) continue;
    const even = Math.min(lacking / 2, ...roomAround(one, others, axis));
    const [before, behind] = roomAround(one, answering, axis).map((room) => Math.min(room, 2 * even)) as [
      number,
      number,
    ];
    const grownBefore = Math.min(before, Math.max(even, lacking - behind));
    one.box = withAxis(one.box, axis, [start - grownBefore, end + Math.min(behind, lacking - grownBefore)]);
  }
}

/** How far an area may grow before its start and behind its end, among neighbours. */
function roomAround(one: LaidBox, neighbours: readonly LaidBox[], axis: 0 | 1): readonly [number, number] {
  const [start, end] = one.box[axis];
  const reached = withAxis(one.box, axis, [start - MIN_SIZE, end + MIN_SIZE]);
  const near = neighbours.filter(
    (other) => other !== one && !isNested(one, other) && isOverlapping(reached, other.box),
  );
  /** The room in gaps to neighbours; those that lie on the other side have none. */
  const roomIn = (gaps: readonly number[]): number =>
    Math.max(0, Math.min(MIN_SIZE, ...gaps.filter((gap) => gap > -HALF_GAP).map((gap) => gap / 2 - HALF_GAP)));
  return [roomIn(near.map(({ box }) => start - box[axis][1])), roomIn(near.map(({ box }) => box[axis][0] - end))];
}

/** A box with another extent along an axis. */
function withAxis(box: Box, axis: 0 | 1, extent: Axis): Box {
  return axis === 0 ? [extent, box[1]] : [box[0], extent];
}

/** The middle of an extent. */
function middleOf([start, end]: Axis): number {
  return (start + end) / 2;
}

/** Whether two boxes overlap. */
function isOverlapping(one: Box, other: Box): boolean {
  return AXES.every((axis) => one[axis][0] < other[axis][1] && other[axis][0] < one[axis][1]);
}

/** Whether a box lies within another. */
function isInside(inner: Box, outer: Box): boolean {
  return AXES.every((axis) => outer[axis][0] <= inner[axis][0] && inner[axis][1] <= outer[axis][1]);
}

/** Whether one of two areas was drawn within the other, or at the very same place. */
function isNested({ drawn: one }: LaidBox, { drawn: other }: LaidBox): boolean {
  return isInside(one, other) || isInside(other, one);
}

/** Mark changed targets that lie within another one, which is lit for them. */
export function markInner(targets: readonly SVGGElement[]): void {
  const boxes = targets.map(readBox);
  for (const [at, inner] of boxes.entries()) {
    const isInner = boxes.slice(0, at).some((outer) => isInside(inner, outer));
    targets[at]!.classList.toggle("inner", isInner);
  }
}

/** Mark changed targets whose frames would lie over one another: their words alone say that they have changed. */
export function markCrowded(targets: readonly SVGGElement[]): void {
  const boxes = targets.map(readBox);
  for (const [at, one] of boxes.entries()) {
    const isCrowded = boxes.some(
      (other) => isOverlapping(one, other) && !isInside(one, other) && !isInside(other, one),
    );
    if (isCrowded) targets[at]!.classList.add("inner");
  }
}

/** Mark targets that have the very area of an earlier one, so that their colours do not add up. */
export function markStacked(targets: readonly SVGGElement[]): void {
  const areas = new Set<string>();
  for (const target of targets) {
    const spot = readBox(target).flat().join(" ");
    target.classList.toggle("stacked", areas.has(spot));
    areas.add(spot);
  }
}

/**
 * Whether a finger that touches one rectangle in the window at a point may have meant another: the first is too small for a
 * finger, and the other too near.
 */
export function isWithinFinger({ width, height }: DOMRect, distance: number): boolean {
  return Math.min(width, height) < 2 * FINGER_REACH && distance < FINGER_REACH;
}
