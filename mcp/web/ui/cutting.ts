// Planes that cut the scene open.
import type { Axis, Cut } from "./address.ts";

export function planes(list: readonly Cut[]): [number, number, number, number][] {
  return list.map(({ axis, at, before }) => {
    const sign = before ? -1 : 1;
    return [axis === "x" ? sign : 0, axis === "y" ? sign : 0, axis === "z" ? sign : 0, sign * at];
  });
}

/** The cuts with one set, or taken away with null. */
export function withCut(list: readonly Cut[], axis: Axis, before: boolean, at: number | null): Cut[] {
  const rest = list.filter((cut) => cut.axis !== axis || cut.before !== before);
  return at === null ? rest : [...rest, { axis, at, before }];
}
