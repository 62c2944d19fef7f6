// The scene after a delta: pure, so that it can be tested alone.
import type { Delta, Level, Rows, Scene } from "./api";

export function emptyRows(): Rows {
  return { ids: [], names: [], categories: [], levels: [], hosts: [] };
}

/** The rows of a scene with those of a delta in their place, sorted by level and id as the server sorts them. */
export function mergeScene(scene: Scene, delta: Delta): Scene {
  const gone = new Set<string>(delta.rows.ids);
  for (const change of delta.changes) if (change.change === "deleted") gone.add(change.id);
  const levels = delta.levels;
  const place = renumbered(scene.levels, levels);
  const rows = emptyRows();
  const from = scene.rows;
  const sources: [Rows, number][] = [];
  from.ids.forEach((id, i) => {
    if (!gone.has(id)) sources.push([from, i]);
  });
  delta.rows.ids.forEach((_, i) => sources.push([delta.rows, i]));
  const level = ([of, i]: [Rows, number]): number => {
    const n = of.levels[i] ?? -1;
    return of === delta.rows ? n : n < 0 ? -1 : (place[n] ?? -1);
  };
  const keyed = sources.map((source) => ({ source, level: level(source), id: source[0].ids[source[1]]! }));
  keyed.sort((a, b) => a.level - b.level || (a.id < b.id ? -1 : 1));
  for (const {
    source: [of, i],
    level: n,
    id,
  } of keyed) {
    rows.ids.push(id);
    rows.names.push(of.names[i]!);
    rows.categories.push(of.categories[i]!);
    rows.levels.push(n);
    rows.hosts.push(of.hosts[i]!);
  }
  return {
    ...scene,
    ...delta.to,
    levels,
    rows,
    chunks: scene.chunks,
    box: union(scene.box, delta.after),
    left_out: scene.left_out.filter((left) => !gone.has(left.element_id)),
  };
}

function renumbered(from: Level[], to: Level[]): number[] {
  const at = new Map(to.map((level, i) => [level.id, i]));
  return from.map((level) => at.get(level.id) ?? -1);
}

/** A chunk of rooms alone, or of nothing, has no box. */
function union(box: number[] | null, chunk: { url: string; box: number[] | null }): number[] | null {
  const other = chunk.box;
  if (chunk.url === "" || other?.length !== 6) return box;
  if (!box) return other;
  return box.map((value, i) => (i < 3 ? Math.min : Math.max)(value, other[i]!));
}
