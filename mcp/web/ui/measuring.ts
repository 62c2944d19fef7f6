// The tape: two points on what is drawn, and how far they are apart.
import { signal } from "@preact/signals";
import { announce } from "./announce.ts";
import { length } from "./format.ts";
import type { Hit } from "./gl/types";
import { preferences } from "./preferences.ts";
import { w } from "./words.ts";

export const measuring = signal(false);
export const measured = signal<Hit[]>([]);

export function addMeasured(hit: Hit): void {
  const points = measured.value.length >= 2 ? [hit] : [...measured.value, hit];
  measured.value = points;
  const apart = distance(points);
  announce(apart === null ? w.measureSecond : w.measuredAs(length(apart, preferences.value.unit)));
}

export function setMeasuring(on: boolean): void {
  measuring.value = on;
  measured.value = [];
  if (on) announce(w.measureFirst);
}

/** Between two points, to the millimetre: the picture knows no more. */
export function distance(points: readonly Hit[]): number | null {
  const [a, b] = points;
  if (!a || !b) return null;
  return Math.round(1000 * Math.hypot(...a.point.map((value, i) => b.point[i]! - value)));
}

/** The parts of a distance along the axes, in millimetres. */
export function parts(points: readonly Hit[]): [number, number, number] | null {
  const [a, b] = points;
  if (!a || !b) return null;
  const along = (i: 0 | 1 | 2): number => Math.round(1000 * Math.abs(b.point[i] - a.point[i]));
  return [along(0), along(1), along(2)];
}
