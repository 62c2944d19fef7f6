// Boxes as the server has them: min x, y, z, max x, y, z in metres.
export type Box = [number, number, number, number, number, number];
export type Vector = [number, number, number];

export function emptyBox(): Box {
  return [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
}

export function isEmpty(box: Box): boolean {
  return !(box[0] <= box[3] && box[1] <= box[4] && box[2] <= box[5]);
}

/** Widens a box to hold another one that is moved by an offset. */
export function widen(box: Box, other: ArrayLike<number>, at = 0, dx = 0, dy = 0, dz = 0): void {
  box[0] = Math.min(box[0], other[at]! + dx);
  box[1] = Math.min(box[1], other[at + 1]! + dy);
  box[2] = Math.min(box[2], other[at + 2]! + dz);
  box[3] = Math.max(box[3], other[at + 3]! + dx);
  box[4] = Math.max(box[4], other[at + 4]! + dy);
  box[5] = Math.max(box[5], other[at + 5]! + dz);
}

/** The length of the diagonal. */
export function diagonal(box: ArrayLike<number>, at = 0): number {
  return Math.hypot(box[at + 3]! - box[at]!, box[at + 4]! - box[at + 1]!, box[at + 5]! - box[at + 2]!);
}

export function centre(box: Box): Vector {
  return [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
}

export function corners(box: Box): Vector[] {
  const out: Vector[] = [];
  for (let i = 0; i < 8; i++) {
    out.push([box[i & 1 ? 3 : 0], box[i & 2 ? 4 : 1], box[i & 4 ? 5 : 2]]);
  }
  return out;
}

/** A box with the same middle that has at least a size along each axis. */
export function atLeast(b: Box, size: number): Box {
  const grow = [0, 1, 2].map((i) => Math.max(0, size - (b[i + 3]! - b[i]!)) / 2);
  return b.map((at, i) => (i < 3 ? at - grow[i]! : at + grow[i - 3]!)) as Box;
}
