// The elements of the shown state, by id.
import { computed } from "@preact/signals";
import { isId, names } from "./ids.ts";
import { scene } from "./scene.ts";

export interface Element {
  id: string;
  name: string;
  category: string;
  level: number; // index into the levels of the scene, -1 for none
  host: string;
}

/** The place of each element in the rows of the scene. */
export const indexById = computed<ReadonlyMap<string, number>>(() => {
  const index = new Map<string, number>();
  scene.value?.rows.ids.forEach((id, i) => index.set(id, i));
  return index;
});

export function elementAt(i: number): Element | null {
  const rows = scene.value?.rows;
  const id = rows?.ids[i];
  if (!rows || id === undefined) return null;
  return {
    id,
    name: rows.names[i] ?? "",
    category: rows.categories[i] ?? "",
    level: rows.levels[i] ?? -1,
    host: rows.hosts[i] ?? "",
  };
}

export function elementOf(id: string): Element | null {
  const i = indexById.value.get(id);
  return i === undefined ? null : elementAt(i);
}

names.of = (id) => elementOf(id)?.name ?? "";

export function levelName(level: number): string {
  return scene.value?.levels[level]?.name ?? "";
}

const idsByName = computed<ReadonlyMap<string, string[]>>(() => {
  const byName = new Map<string, string[]>();
  scene.value?.rows.names.forEach((name, i) => {
    const id = scene.value!.rows.ids[i]!;
    const alike = byName.get(name);
    if (alike) alike.push(id);
    else byName.set(name, [id]);
  });
  return byName;
});

/** What a link calls an element: its name if that is the only one, else its id. */
export function linkName(id: string): string {
  const name = elementOf(id)?.name ?? "";
  return name !== "" && idsByName.value.get(name)?.length === 1 ? name : id;
}

/** The element that a link means; null where there is none, or several. An id may be that of a deleted element: its
 *  history is there all the same. */
export function idOfLink(nameOrId: string): string | null {
  if (isId(nameOrId)) return nameOrId;
  const alike = idsByName.value.get(nameOrId);
  return alike?.length === 1 ? alike[0]! : null;
}
