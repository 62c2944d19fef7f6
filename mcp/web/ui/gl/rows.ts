// The table of elements: a number for each, under which the state texture and the vertices know it. Numbers outlive
// their element until no geometry has them any more, then they are used again.
import { type Box, emptyBox, isEmpty, widen } from "./box.ts";

const boxNumbers = 6;

export class Rows {
  size = 0; // one beyond the highest number ever used
  readonly ids: string[] = [];
  readonly categories: string[] = [];
  readonly levels: number[] = [];
  boxes = new Float64Array(0); // 6 each, in metres
  triangles = new Uint32Array(0);
  private living = new Uint8Array(0);
  private readonly free: number[] = [];
  private readonly numbers = new Map<string, number>();

  /** The number of an element of the scene, -1 for none. */
  find(id: string): number {
    return this.numbers.get(id) ?? -1;
  }

  isLiving(row: number): boolean {
    return this.living[row] === 1;
  }

  /** Takes a number for an element. One that is not named has the same id as one of the scene, in another state. */
  take(id: string, category: string, level: number, named = true): number {
    const row = this.free.pop() ?? this.size++;
    this.grow(row + 1);
    this.ids[row] = id;
    this.categories[row] = category;
    this.levels[row] = level;
    this.boxes.set(emptyBox(), row * boxNumbers);
    this.triangles[row] = 0;
    this.living[row] = 1;
    if (named) {
      this.numbers.set(id, row);
    }
    return row;
  }

  /** Takes an element out. Its number stays taken until it is released. */
  bury(row: number): void {
    if (this.numbers.get(this.ids[row]!) === row) {
      this.numbers.delete(this.ids[row]!);
    }
    this.living[row] = 0;
    this.ids[row] = "";
  }

  release(row: number): void {
    this.free.push(row);
  }

  /** Adds to the box of an element. */
  widen(row: number, box: ArrayLike<number>, at: number, dx: number, dy: number, dz: number): void {
    const own = this.box(row);
    widen(own, box, at, dx, dy, dz);
    this.boxes.set(own, row * boxNumbers);
  }

  box(row: number): Box {
    return Array.from(this.boxes.subarray(row * boxNumbers, (row + 1) * boxNumbers)) as Box;
  }

  hasBox(row: number): boolean {
    return !isEmpty(this.box(row));
  }

  /** Numbers of all elements of the scene. */
  all(): IterableIterator<number> {
    return this.numbers.values();
  }

  /** How many numbers are in use or not yet released. */
  taken(): number {
    return this.size - this.free.length;
  }

  private grow(least: number): void {
    if (this.living.length >= least) {
      return;
    }
    const room = Math.max(least, 1024, this.living.length * 2);
    const boxes = new Float64Array(room * boxNumbers);
    boxes.set(this.boxes);
    const triangles = new Uint32Array(room);
    triangles.set(this.triangles);
    const living = new Uint8Array(room);
    living.set(this.living);
    [this.boxes, this.triangles, this.living] = [boxes, triangles, living];
  }
}
