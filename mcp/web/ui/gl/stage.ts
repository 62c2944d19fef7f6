// What is in the picture: the elements of a scene, their bodies, and the bodies of a state before.
import { Scene as Root } from "three";
import type { Chunk, Delta, Level, Rows as Columns, Scene } from "../api";
import { Batches, boxOf, type Batch } from "./batches.ts";
import { Before, unmoved } from "./before.ts";
import { type Box, emptyBox, isEmpty, widen } from "./box.ts";
import { Dress } from "./dress.ts";
import type { Materials } from "./material.ts";
import { Rows } from "./rows.ts";
import { bodiesOf, measure, source } from "./source.ts";
import { type State, hidden } from "./state.ts";

const none = -1;

export class Stage {
  readonly root = new Root();
  rows = new Rows();
  dress: Dress;
  before: Before | null = null;
  private batches: Batches;
  private levels: string[] = []; // ids, in the order in which rows count them
  private places = new Int32Array(0); // of the scene's rows, in the table; none for what a delta has changed since
  private origins = new Map<number, number>(); // back from the table to the scene's rows
  private readonly begun = new Set<number>(); // first rows of the chunks that are there
  private reached: Box | null = null;

  constructor(private readonly state: State, private readonly materials: Materials) {
    this.root.matrixAutoUpdate = false;
    this.root.matrixWorldAutoUpdate = false;
    this.dress = new Dress(this.rows, state);
    this.batches = this.makeBatches();
  }

  begin(scene: Scene): void {
    this.clear();
    this.rows = new Rows();
    const dress = new Dress(this.rows, this.state);
    dress.inherit(this.dress);
    this.dress = dress;
    this.batches = this.makeBatches();
    this.levels = scene.levels.map((l) => l.id);
    this.places = new Int32Array(scene.rows.ids.length).fill(none);
    this.origins.clear();
    for (let at = 0; at < scene.rows.ids.length; at++) {
      const row = this.take(scene.rows, at);
      this.places[at] = row;
      this.origins.set(row, at);
    }
  }

  add(chunk: Chunk, data: ArrayBuffer): void {
    if (this.begun.has(chunk.first)) {
      throw new Error(`the chunk from row ${chunk.first} is there already`);
    }
    if (chunk.first < 0 || chunk.first + chunk.count > this.places.length) {
      throw new Error(`a chunk of rows ${chunk.first} to ${chunk.first + chunk.count}, of ${this.places.length}`);
    }
    const made = source(bodiesOf(data, chunk), (row) => this.places[chunk.first + row]!);
    this.begun.add(chunk.first);
    measure(made, this.rows);
    this.batches.add(made, false);
    this.reached = null;
  }

  /** Costs what the delta touches, and now and then what is made again. */
  apply(delta: Delta, after: ArrayBuffer | null): void {
    if (delta.reload) {
      throw new Error("a delta of which so much differs that the scene is to be loaded");
    }
    const chunk = delta.after;
    const bodies = after && bodiesOf(after, chunk);
    if (bodies && (chunk.first < 0 || chunk.first + chunk.count > delta.rows.ids.length)) {
      throw new Error(`bodies of rows ${chunk.first} to ${chunk.first + chunk.count}, of ${delta.rows.ids.length}`);
    }
    const gone = delta.changes.filter((c) => c.change === "deleted").map((c) => c.id);
    for (const id of [...gone, ...delta.before_rows.ids, ...delta.rows.ids]) {
      this.bury(id);
    }
    this.renumberLevels(delta.levels);
    const rows = delta.rows.ids.map((_, at) => this.take(delta.rows, at));
    if (bodies) {
      const made = source(bodies, (row) => rows[chunk.first + row]!);
      measure(made, this.rows);
      this.batches.add(made, true);
    }
    this.batches.compact();
    this.reached = null;
  }

  showBefore(delta: Delta | null, data: ArrayBuffer | null): void {
    this.before?.dispose();
    this.before = null;
    this.reached = null;
    this.dress.differ([]);
    if (!delta) {
      return;
    }
    if (data) {
      this.before = new Before(delta, data, this.rows, this.materials, this.dress);
      this.root.add(this.before.batch.group);
    }
    const same = unmoved(delta);
    this.dress.differ(delta.rows.ids.filter((id) => !same.has(id)));
  }

  restyle(): void {
    this.before?.restyle();
  }

  all(): Batch[] {
    return this.before ? [...this.batches.all(), this.before.batch] : this.batches.all();
  }

  /** What of it no one can click. */
  unpicked(): Batch[] {
    return this.before ? [this.before.batch] : [];
  }

  /** Whether there is a state before, to be compared with. */
  differs(): boolean {
    return this.before !== null || this.dress.differs();
  }

  /** Whether something may be seen through a screen. */
  hasScreens(): boolean {
    return this.dress.ghosts || this.before !== null;
  }

  /** Whether something may be seen through as glass is. */
  hasVeils(): boolean {
    return this.all().some((b) => b.meshes().some((m) => m.look === this.materials.glass));
  }

  /** The box of all bodies, of hidden ones too; null for none. */
  reach(): Box | null {
    this.reached ??= boxOf(this.all());
    return this.reached;
  }

  /** The box of some elements, or of all that are not hidden. */
  boxOf(ids?: readonly string[]): Box | null {
    const box = emptyBox();
    if (ids) {
      for (const id of ids) {
        const row = this.rows.find(id);
        const other = this.before?.boxOf(id);
        if (row !== none) {
          widen(box, this.rows.boxes, row * 6);
        }
        if (other) {
          widen(box, other);
        }
      }
    } else {
      for (const row of this.rows.all()) {
        if ((this.state.flags(row) & hidden) === 0) {
          widen(box, this.rows.boxes, row * 6);
        }
      }
    }
    return isEmpty(box) ? null : box;
  }

  /** Lets go of what the GPU has; restore makes it again. */
  letGo(): void {
    for (const batch of this.all()) {
      batch.clear();
    }
  }

  restore(): void {
    for (const batch of this.all()) {
      batch.restore();
    }
  }

  clear(): void {
    this.showBefore(null, null);
    this.batches.dispose();
    this.batches.group.removeFromParent();
    this.begun.clear();
  }

  private makeBatches(): Batches {
    const batches = new Batches(this.rows, this.materials);
    this.root.add(batches.group);
    this.reached = null;
    return batches;
  }

  private take(from: Columns, at: number): number {
    const id = from.ids[at]!;
    if (this.rows.find(id) !== none) {
      throw new Error(`element ${id} comes twice`);
    }
    const row = this.rows.take(id, from.categories[at] ?? "", from.levels[at] ?? none);
    this.dress.row(row);
    return row;
  }

  private bury(id: string): void {
    const row = this.rows.find(id);
    if (row === none) {
      return;
    }
    const origin = this.origins.get(row);
    if (origin !== undefined) {
      this.places[origin] = none; // so that a chunk that comes later does not bring it back
      this.origins.delete(row);
    }
    this.dress.bury(row);
    this.batches.bury(row);
  }

  /** Rows count levels in the list of the state that is shown. */
  private renumberLevels(levels: readonly Level[]): void {
    const next = levels.map((l) => l.id);
    if (next.length === this.levels.length && next.every((id, i) => id === this.levels[i])) {
      return;
    }
    const numbers = this.levels.map((id) => next.indexOf(id));
    for (const row of this.rows.all()) {
      this.rows.levels[row] = numbers[this.rows.levels[row]!] ?? none;
    }
    this.levels = next;
    this.dress.all(); // a style may go by level
  }
}
