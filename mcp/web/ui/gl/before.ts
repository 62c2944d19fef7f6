// Bodies of a state before, shown beside the scene: what is gone, and the places where things were.
import type { Delta } from "../api";
import { Batch } from "./batches.ts";
import { type Box } from "./box.ts";
import type { Dress } from "./dress.ts";
import type { Materials } from "./material.ts";
import type { Rows } from "./rows.ts";
import { bodiesOf, measure, source } from "./source.ts";

/** What becomes of an element says the colour of its ghost, unless the page has one: gone is vermillion. */
const gone: readonly [number, number, number] = [213, 94, 0];
const moved: readonly [number, number, number] = [120, 128, 138];

/** Elements of a delta that look as they did: something else of them has changed. */
export function unmoved(delta: Delta): Set<string> {
  const seen = ["geometry", "place"];
  const stayed = delta.changes.filter((c) => c.change === "modified" || c.change === "derived");
  return new Set(stayed.filter((c) => c.facets.length > 0 && !c.facets.some((f) => seen.includes(f))).map((c) => c.id));
}

export class Before {
  readonly batch: Batch;
  private readonly numbers = new Map<string, number>();
  private readonly deleted: Set<string>;

  constructor(delta: Delta, data: ArrayBuffer, private readonly rows: Rows, materials: Materials,
    private readonly dress: Dress) {
    const chunk = delta.before;
    const bodies = bodiesOf(data, chunk);
    this.deleted = new Set(delta.changes.filter((c) => c.change === "deleted").map((c) => c.id));
    const same = unmoved(delta);
    const made = source(bodies, (row) => this.take(delta, chunk.first + row, same));
    measure(made, rows);
    this.restyle();
    this.batch = new Batch([made], rows, materials);
  }

  restyle(): void {
    for (const [id, row] of this.numbers) {
      this.dress.ghostly(row, this.deleted.has(id) ? gone : moved);
    }
  }

  boxOf(id: string): Box | null {
    const row = this.numbers.get(id);
    return row !== undefined && this.rows.hasBox(row) ? this.rows.box(row) : null;
  }

  dispose(): void {
    this.batch.clear();
    this.batch.group.removeFromParent();
    for (const row of this.numbers.values()) {
      this.rows.bury(row);
      this.dress.bury(row);
      this.rows.release(row);
    }
  }

  private take(delta: Delta, at: number, same: ReadonlySet<string>): number {
    const from = delta.before_rows;
    const id = from.ids[at];
    if (id === undefined) {
      throw new Error(`a body of row ${at}, which the delta has not`);
    }
    if (same.has(id)) {
      return -1;
    }
    let row = this.numbers.get(id);
    if (row === undefined) {
      row = this.rows.take(id, from.categories[at] ?? "", from.levels[at] ?? -1, false);
      this.numbers.set(id, row);
    }
    return row;
  }
}
