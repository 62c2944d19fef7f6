// What the view knows and shows. The renderer follows it (drawing.ts).
import { computed, signal } from "@preact/signals";
import type { Change, Scene } from "../api";
import type { Viewer } from "../gl/types";
import { coloured, counted } from "./look.ts";
import type { Difference } from "./reader.ts";
import type { Capabilities, Context } from "./host.ts";
import type { Clash, Look, Subject } from "./subject.ts";

export const subject = signal<Subject | null>(null); // null until a reply is there
export const cancelled = signal(false);
export const original = signal<Scene | null>(null); // as it was read: the chunks count its rows
export const scene = signal<Scene | null>(null); // with what a plan would make of it
export const difference = signal<Difference | null>(null);
export const trouble = signal<Error | null>(null);
export const progress = signal<{ done: number; total: number } | null>(null); // elements whose bodies are there
export const loading = signal(false);

export const viewer = signal<Viewer | null>(null);
export const noWebGL = signal(false);
export const contextLost = signal(false);
export const frame = signal(0); // counts the frames: what lies over the picture follows

export const capabilities = signal<Capabilities>({});
export const context = signal<Context>({});

export const selection = signal<readonly string[]>([]);
export const hovered = signal<string | null>(null);
export const levelsOff = signal<ReadonlySet<string>>(new Set()); // ids; "" is what is on none
export const levelsAway = signal<ReadonlySet<string>>(new Set()); // whose bodies are not read
export const kinds = signal<ReadonlySet<Change>>(new Set<Change>(["added", "modified", "deleted", "derived"]));
export const fade = signal(1); // 0 shows what was before, 1 what came of it
export const clashAt = signal(0);
export type Axis = "x" | "y" | "z";
export const axes: readonly Axis[] = ["z", "x", "y"];
export const cuts = signal<Readonly<Partial<Record<Axis, number>>>>({}); // metres; what lies beyond is cut away
export const box = signal<readonly number[] | null>(null); // that the picture was asked to show alone
export const restGhostly = signal(false); // of what is selected, so that it is seen through walls
export const listOpen = signal(false);

export const clash = computed<Clash | null>(() =>
  subject.value?.kind === "clashes" ? (subject.value.clashes[clashAt.value] ?? null) : null,
);

export const look = computed<Look | null>(() => (subject.value?.kind === "state" ? subject.value.look : null));

const indexes = computed<ReadonlyMap<string, number>>(
  () => new Map(scene.value?.rows.ids.map((id, i) => [id, i]) ?? []),
);

export interface Element {
  id: string;
  name: string;
  category: string;
  level: string;
  host: string;
  gone: boolean; // it is in the state before alone
}

/** An element of the shown state, or of the one before. */
export function elementOf(id: string): Element | null {
  const state = scene.value;
  const at = indexes.value.get(id);
  if (state && at !== undefined) {
    const { names, categories, levels, hosts } = state.rows;
    return {
      id,
      name: names[at]!,
      category: categories[at]!,
      level: state.levels[levels[at]!]?.name ?? "",
      host: hosts[at]!,
      gone: false,
    };
  }
  const changed = difference.value?.delta.changes.find((one) => one.id === id);
  return changed ? { ...changed, host: "", gone: changed.change === "deleted" } : null;
}

/** The elements that a call names, by ids or names. */
export function named(references: readonly string[]): string[] {
  const rows = scene.value?.rows;
  if (!rows) return [];
  return references.flatMap((reference) =>
    indexes.value.has(reference) ? [reference] : rows.ids.filter((_, i) => rows.names[i] === reference),
  );
}

/** What a picture was asked to show alone; null: all. */
export const only = computed<ReadonlySet<string> | null>(() => {
  const asked = look.value?.only;
  const state = scene.value;
  if (!asked || !state || asked.categories.length + asked.levels.length + asked.elements.length === 0) return null;
  const elements = new Set(named(asked.elements));
  const levels = new Set(asked.levels);
  const fits = (i: number): boolean => {
    const level = state.levels[state.rows.levels[i]!];
    return (
      (asked.categories.length === 0 || asked.categories.includes(state.rows.categories[i]!)) &&
      (levels.size === 0 || (level !== undefined && (levels.has(level.id) || levels.has(level.name)))) &&
      (elements.size === 0 || elements.has(state.rows.ids[i]!))
    );
  };
  return new Set(state.rows.ids.filter((_, i) => fits(i)));
});

/** Levels by their ids: what is on none has "". */
export function levelId(of: Scene | null, at: number): string {
  return of?.levels[at]?.id ?? "";
}

export const changes = computed<ReadonlyMap<string, Change> | null>(() =>
  difference.value ? coloured(difference.value.delta) : null,
);

export const counts = computed(() => counted(difference.value?.delta ?? null));
