// How elements are drawn: what is hidden, what is a ghost, what has a colour that means something. One function of one
// element, given to the viewer whenever something that it depends on changes.
import { computed, signal } from "@preact/signals";
import type { Change } from "./api";
import { difference } from "./difference.ts";
import { levelName } from "./elements.ts";
import type { Style } from "./gl/types";
import { chosen, layerName, layerOf, own } from "./layers.ts";
import { added, derived, deleted, first, fresh, groups, modified, second, third, type Colour } from "./palette.ts";
import { scene } from "./scene.ts";
import { selection } from "./selection.ts";

export type Colouring = "own" | "category" | "level" | "model";

/** Air, voids and what has no body of its own: not drawn until somebody asks for it. */
const atFirstHidden = ["room", "opening", "zone", "system", "constraint", "array"];

const bodiless = new Set(["grid", "zone", "system", "constraint", "array"]);

export const hiddenCategories = signal<ReadonlySet<string>>(new Set(atFirstHidden));
export const hiddenLevels = signal<ReadonlySet<string>>(new Set()); // ids; "" is what is on no level
export const hiddenElements = signal<ReadonlySet<string>>(new Set());
export const isolated = signal<ReadonlySet<string> | null>(null);
export const storey = signal(""); // name of the one that is shown alone; "" for all
export const ghostRest = signal(true); // of what is isolated: ghosts instead of nothing
export const colouring = signal<Colouring>("own");
export const changesShown = signal<ReadonlySet<Change>>(
  new Set<Change>(["added", "modified", "deleted", "derived"]),
);
/** What a finding or a task speaks of, in its order: the first red, the second blue. The rest are ghosts. */
export const spotlight = signal<readonly string[]>([]);
export const flashing = signal<ReadonlySet<string>>(new Set()); // what has just changed

export const changeColours: Record<Change, Colour> = { added, modified, deleted, derived };

const spotColours = [first, second, third];

export const spotColour = (i: number): Colour => spotColours[Math.min(i, spotColours.length - 1)]!;

export function groupColour(key: string, keys: readonly string[]): Colour {
  return groups[Math.max(0, keys.indexOf(key)) % groups.length]!;
}

/** The groups of the colouring, in the order of their colours. */
export const colourGroups = computed<string[]>(() => {
  const rows = scene.value?.rows;
  if (!rows || colouring.value === "own") return [];
  const keys = new Set<string>();
  rows.categories.forEach((category, i) => {
    if (hiddenCategories.value.has(category) || bodiless.has(category)) return;
    if (colouring.value === "model") keys.add(layerName(layerOf(rows.ids[i]!)));
    else keys.add(colouring.value === "category" ? category : levelName(rows.levels[i] ?? -1));
  });
  keys.delete("");
  return colouring.value === "level" ? [...keys] : [...keys].sort();
});

/** What of a change has a colour: not what follows from others and looks as it did. */
const changeById = computed<ReadonlyMap<string, Change>>(
  () =>
    new Map(
      (difference.value?.changes ?? [])
        .filter(({ change, facets }) => change !== "derived" || facets.some((f) => f === "geometry" || f === "place"))
        .map((change) => [change.id, change.change]),
    ),
);

/** The function that the viewer draws by. Reading it depends on everything that changes a look. */
export function styleOf(): (id: string, category: string, level: number) => Style | null {
  const levels = scene.value?.levels ?? [];
  const selected = new Set(selection.value);
  const spots = new Map(spotlight.value.map((id, i) => [id, spotColour(i)]));
  const changes = changeById.value;
  const comparing = difference.value !== null;
  const wanted = changesShown.value;
  const categories = hiddenCategories.value;
  const hiddenOnLevel = hiddenLevels.value;
  const hidden = hiddenElements.value;
  const alone = isolated.value;
  const ghosts = ghostRest.value;
  const only = storey.value;
  const flash = flashing.value;
  const keys = colourGroups.value;
  const by = colouring.value;
  const layers = chosen.value;
  const layered = (scene.value?.layer_of?.length ?? 0) > 0;

  return (id, category, level) => {
    const spot = spots.get(id);
    if (spot) return { colour: spot };
    const isSelected = selected.has(id);
    const of = levels[level];
    const layer = layered ? (layers[layerOf(id)] ?? "on") : "on";
    if (!isSelected) {
      if (layer === "off") return { hidden: true };
      if (categories.has(category) || hidden.has(id) || hiddenOnLevel.has(of?.id ?? "")) return { hidden: true };
      if (only !== "" && of?.name !== only) return { hidden: true };
      if (alone && !alone.has(id)) return ghosts ? { ghost: true } : { hidden: true };
    }
    if (spots.size > 0) return isSelected ? null : { ghost: true };
    const change = changes.get(id);
    if (change && wanted.has(change)) return { colour: changeColours[change] };
    if (comparing) return isSelected ? null : { ghost: true };
    if (flash.has(id)) return { colour: fresh };
    if (layer === "half") return isSelected ? null : { ghost: true };
    if (by === "model") return { colour: groupColour(layerName(layered ? layerOf(id) : own), keys) };
    if (by === "category") return { colour: groupColour(category, keys) };
    if (by === "level" && of) return { colour: groupColour(of.name, keys) };
    return null;
  };
}

export const somethingHidden = computed(
  () =>
    hiddenElements.value.size > 0 ||
    hiddenLevels.value.size > 0 ||
    isolated.value !== null ||
    storey.value !== "" ||
    [...hiddenCategories.value].some((category) => !atFirstHidden.includes(category)),
);

export function showAll(): void {
  hiddenElements.value = new Set();
  hiddenLevels.value = new Set();
  hiddenCategories.value = new Set(atFirstHidden);
  isolated.value = null;
  storey.value = "";
}

export function hide(ids: readonly string[]): void {
  hiddenElements.value = new Set([...hiddenElements.value, ...ids]);
}

export function isolate(ids: readonly string[]): void {
  isolated.value = ids.length > 0 ? new Set(ids) : null;
}

/** A set with an item turned on or off. */
export function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
