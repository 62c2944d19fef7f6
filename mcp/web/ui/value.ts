// Values of the model as text, with their units.
import { angle, area, clip, length, number, volume, words, type LengthUnit } from "./format.ts";
import { isId, names } from "./ids.ts";
import type { Quantity } from "./replies";

// Parameters of categories that are lengths and angles; all other numbers have no unit. Points are lengths.
const angles = new Set(["map_rotation", "ridge_angle", "rotation", "slope", "true_north"]);
const plain = new Set(["risers", "latitude", "longitude", "map_scale", "number", "flow"]);

export function parameter(name: string, value: unknown, unit: LengthUnit): string {
  const bare = name.replace(/^param\./, "");
  if (typeof value === "number") {
    if (angles.has(bare)) return angle(value);
    return plain.has(bare) ? number(value) : length(value, unit);
  }
  if (isPoint(value)) return point(value, unit);
  if (isRecord(value)) return record(value, unit);
  return other(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A profile and the like: a word of what it is, then its sizes. */
function record(value: Record<string, unknown>, unit: LengthUnit): string {
  const parts = Object.entries(value).map(([name, part]) =>
    typeof part === "string" && !isId(part) ? words(part) : words(name) + " " + parameter(name, part, unit),
  );
  return clip(parts.join(", "), 200);
}

function isPoint(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    (value.length === 2 || value.length === 3) &&
    value.every((item) => typeof item === "number")
  );
}

function point(value: number[], unit: LengthUnit): string {
  return value.map((item) => length(item, unit)).join(", ");
}

/** Ids of elements in a value, for links; null where there is anything else in it. */
export function idsIn(value: unknown): string[] | null {
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  const ids = items.filter((item): item is string => typeof item === "string" && isId(item));
  return items.length > 0 && ids.length === items.length ? ids : null;
}

/** A value of unknown meaning, such as one of a property set or of a facet. */
export function other(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return number(value);
  if (typeof value === "string" && isId(value)) return names.of(value) || value;
  if (typeof value === "string") return value.includes("_") && !value.includes(" ") ? words(value) : value;
  if (Array.isArray(value)) {
    if (value.length > 4) return value.length + (value.every(isPoint) ? " points" : " items");
    return value.map(other).join(", ") || "none";
  }
  return clip(JSON.stringify(value), 120);
}

export function quantity(of: Quantity, unit: LengthUnit): string {
  switch (of.kind) {
    case "length_m":
      return length(of.value * 1000, unit);
    case "area_m2":
      return area(of.value, unit);
    case "volume_m3":
      return volume(of.value, unit);
    case "count":
      return number(of.value);
  }
}

/** A facet of an event, from and to. Parameters of a facet have the units of parameters. */
export function facetValue(facet: string, value: unknown, unit: LengthUnit): string {
  return facet.startsWith("param.") ? parameter(facet, value, unit) : other(value);
}
