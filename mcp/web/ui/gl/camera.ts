// The camera as numbers: where it looks, from which side and from how far. All of it in double precision, Z up.
import { type Box, type Vector, centre, corners } from "./box.ts";
import type { CameraState, NamedView } from "./types.ts";

export interface View {
  target: Vector;
  azimuth: number; // of the eye, seen from the target; 0 is +X, a quarter turn +Y
  elevation: number;
  distance: number; // from the target to the eye, of a parallel view too
  parallel: boolean;
}

/** Half the height of the picture at distance 1: a field of view of 40 degrees. */
export const slope = Math.tan((20 * Math.PI) / 180);
/** How much of the picture what it is fitted to fills at most. */
const filled = 0.9;
const leastDistance = 0.05;
/** An eye right above has no azimuth to be told by its state, so that only named views are there. */
const steepest = Math.PI / 2 - 0.001;

export interface Basis {
  right: Vector;
  up: Vector;
  back: Vector; // from the target to the eye
}

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** A point moved along some directions. */
export function moved(p: Vector, ...ways: readonly [Vector, number][]): Vector {
  const out: Vector = [...p];
  for (const [way, by] of ways) {
    for (const i of [0, 1, 2] as const) {
      out[i] += way[i] * by;
    }
  }
  return out;
}

export function basis(v: View): Basis {
  const [ca, sa, ce, se] = [Math.cos(v.azimuth), Math.sin(v.azimuth), Math.cos(v.elevation), Math.sin(v.elevation)];
  return { right: [-sa, ca, 0], up: [-se * ca, -se * sa, ce], back: [ce * ca, ce * sa, se] };
}

export function eyeOf(v: View): Vector {
  return moved(v.target, [basis(v).back, v.distance]);
}

/** Height of the picture at the target. */
export function heightOf(v: View): number {
  return 2 * slope * v.distance;
}

export function toState(v: View): CameraState {
  return { eye: eyeOf(v), target: [...v.target], parallel: v.parallel, height: heightOf(v) };
}

/** A view of a state; null when the state is none. Azimuth is what an eye right above or below gets. */
export function fromState(s: CameraState, azimuth: number): View | null {
  const way = subtract(s.eye, s.target);
  const length = Math.hypot(...way);
  if (!Number.isFinite(length) || !(length > 0) || !s.target.every(Number.isFinite)) {
    return null;
  }
  const distance = s.parallel ? s.height / (2 * slope) : length;
  if (!Number.isFinite(distance) || !(distance > 0)) {
    return null;
  }
  const level = Math.hypot(way[0], way[1]);
  return {
    target: [...s.target],
    azimuth: level > length * 1e-9 ? Math.atan2(way[1], way[0]) : azimuth,
    elevation: Math.atan2(way[2], level),
    distance: Math.max(distance, leastDistance),
    parallel: s.parallel,
  };
}

const quarter = Math.PI / 2;
const directions: Record<NamedView, [number, number]> = {
  iso: [-Math.PI / 4, Math.atan2(0.63, Math.SQRT2)], // from south-east, as in the server's pictures
  top: [-quarter, quarter],
  front: [-quarter, 0],
  right: [0, 0],
  back: [quarter, 0],
  left: [Math.PI, 0],
};

export function named(v: View, name: NamedView): View {
  const [azimuth, elevation] = directions[name];
  return { ...v, azimuth, elevation };
}

/** Turns a view around a point, which stays where it is in the picture. */
export function orbited(v: View, pivot: Vector, turn: number, tilt: number): View {
  const elevation = Math.max(-steepest, Math.min(steepest, v.elevation + tilt));
  const out = { ...v, azimuth: v.azimuth + turn, elevation };
  const way = subtract(v.target, pivot);
  const [from, to] = [basis(v), basis(out)];
  out.target = moved(pivot, [to.right, dot(way, from.right)], [to.up, dot(way, from.up)],
    [to.back, dot(way, from.back)]);
  return out;
}

/** Moves a view to the right and up, in metres. */
export function panned(v: View, right: number, up: number): View {
  const b = basis(v);
  return { ...v, target: moved(v.target, [b.right, right], [b.up, up]) };
}

/** Goes towards a point, which stays where it is in the picture: factor 0.5 halves the distance. */
export function zoomed(v: View, point: Vector, factor: number, farthest: number): View {
  const distance = Math.max(leastDistance, Math.min(farthest, v.distance * factor));
  const f = distance / v.distance;
  return { ...v, distance, target: moved(point, [subtract(v.target, point), f]) };
}

/** The view from the same side that shows all of a box. */
export function fitted(v: View, box: Box, aspect: number): View {
  const b = basis(v);
  const middle = centre(box);
  const most = [-Infinity, -Infinity, -Infinity, -Infinity] as [number, number, number, number];
  const s = slope * filled;
  for (const c of corners(box)) {
    const way = subtract(c, middle);
    const [x, y, z] = [dot(way, b.right), dot(way, b.up), v.parallel ? 0 : dot(way, b.back)];
    most[0] = Math.max(most[0], x + s * aspect * z);
    most[1] = Math.max(most[1], -x + s * aspect * z);
    most[2] = Math.max(most[2], y + s * z);
    most[3] = Math.max(most[3], -y + s * z);
  }
  const distance = Math.max((most[0] + most[1]) / (2 * s * aspect), (most[2] + most[3]) / (2 * s), 0.5);
  return { ...v, distance,
    target: moved(middle, [b.right, (most[0] - most[1]) / 2], [b.up, (most[2] - most[3]) / 2]) };
}

/** A view on the way from one to another. */
export function between(a: View, b: View, share: number): View {
  const turn = b.azimuth - a.azimuth;
  const short = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  return {
    target: moved(a.target, [subtract(b.target, a.target), share]),
    azimuth: a.azimuth + short * share,
    elevation: a.elevation + (b.elevation - a.elevation) * share,
    distance: a.distance * (b.distance / a.distance) ** share,
    parallel: b.parallel,
  };
}

/** How far in front of the eye what is in a box begins and ends. */
export function depths(v: View, box: Box | null): [number, number] {
  let [near, far] = [Infinity, -Infinity];
  const { back } = basis(v);
  const eye = eyeOf(v);
  for (const c of box ? corners(box) : [v.target]) {
    const d = -dot(subtract(c, eye), back);
    [near, far] = [Math.min(near, d), Math.max(far, d)];
  }
  const margin = (far - near) * 0.01 + 0.1;
  [near, far] = [near - margin, far + margin];
  if (v.parallel) {
    return [near, far];
  }
  far = Math.max(far, 1);
  return [Math.max(near, far / 20000, 0.01), far];
}

/** The projection, column after column as WebGL has it, of what is from near to far. */
export function projection(v: View, aspect: number, [near, far]: readonly [number, number]): number[] {
  const deep = far - near;
  if (v.parallel) {
    const half = slope * v.distance;
    return [1 / (half * aspect), 0, 0, 0, 0, 1 / half, 0, 0, 0, 0, -2 / deep, 0, 0, 0, -(far + near) / deep, 1];
  }
  return [1 / (slope * aspect), 0, 0, 0, 0, 1 / slope, 0, 0,
    0, 0, -(far + near) / deep, -1, 0, 0, (-2 * far * near) / deep, 0];
}

/** Where a point is in the picture: -1 to 1 to the right and upwards; null behind the eye. */
export function projected(v: View, aspect: number, point: Vector): [number, number] | null {
  const b = basis(v);
  const way = subtract(point, eyeOf(v));
  const depth = v.parallel ? v.distance : -dot(way, b.back);
  if (depth <= 0) {
    return null;
  }
  return [dot(way, b.right) / (depth * slope * aspect), dot(way, b.up) / (depth * slope)];
}

/** Which part of the picture what is in a box lies in at most: left, bottom, right, top, from -1 to 1. */
export function extent(v: View, aspect: number, box: Box): [number, number, number, number] {
  const out: [number, number, number, number] = [1, 1, -1, -1];
  for (const corner of corners(box)) {
    const at = projected(v, aspect, corner);
    if (!at) {
      return [-1, -1, 1, 1];
    }
    out[0] = Math.min(out[0], Math.max(-1, at[0]));
    out[1] = Math.min(out[1], Math.max(-1, at[1]));
    out[2] = Math.max(out[2], Math.min(1, at[0]));
    out[3] = Math.max(out[3], Math.min(1, at[1]));
  }
  return out;
}

/** The point at a place of the picture, so far in front of the eye. */
export function pointAt(v: View, aspect: number, x: number, y: number, depth: number): Vector {
  const b = basis(v);
  const wide = slope * (v.parallel ? v.distance : depth);
  return moved(eyeOf(v), [b.right, x * wide * aspect], [b.up, y * wide], [b.back, -depth]);
}

/** How far in front of the eye a value of the depth buffer is. */
export function distanceOf(v: View, [near, far]: readonly [number, number], value: number): number {
  if (v.parallel) {
    return near + (far - near) * value;
  }
  return (near * far) / (far - value * (far - near));
}

/** Towards the light: from behind the left shoulder, and from above. */
export function sunOf(v: View): Vector {
  const b = basis(v);
  const s = moved([0, 0, 0], [b.right, -0.45], [b.up, 0.55], [b.back, 0.7], [[0, 0, 1], 0.25]);
  const length = Math.hypot(...s);
  return [s[0] / length, s[1] / length, s[2] / length];
}
