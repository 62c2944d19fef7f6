// What is drawn, in batches: one for each chunk of the scene, and overlays for what deltas brought. A batch of which
// more is dead than living is made again; small overlays are joined, so that a person who scrubs through a history of
// hundreds of deltas has neither ever more draws nor ever more memory.
import { type BufferGeometry, InstancedBufferGeometry, Mesh, Object3D, type RawShaderMaterial,
  type WebGLRenderer } from "three";
import { type Box, type Vector, diagonal, emptyBox, isEmpty, widen } from "./box.ts";
import { drawSolids, drawVeils } from "./edges.ts";
import { type Part, alphaOf, indexCount, instanced, merged, meshOf, settle } from "./geometry.ts";
import type { Materials } from "./material.ts";
import type { Rows } from "./rows.ts";
import { type Source, living } from "./source.ts";

const leastInstances = 8; // of a mesh to be drawn as instances
const leastIndices = 300; // of such a mesh: tiny ones are slower as instances
const mostOverlays = 12;
const joined = 8; // overlays at a time

/** A mesh with both of its materials. Large parts come first, so that a moving picture can leave out small ones. */
class BodyMesh extends Mesh<BufferGeometry, RawShaderMaterial> {
  readonly look: RawShaderMaterial;
  constructor(geometry: BufferGeometry, look: RawShaderMaterial, readonly pick: RawShaderMaterial,
    private readonly sizes: Float32Array, private readonly ends: Uint32Array) {
    super(geometry, look);
    this.look = look;
  }

  /** Draws only parts of at least a size, and says how many triangles they have. */
  coarse(least: number): number {
    let [low, high] = [0, this.sizes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sizes[middle]! >= least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const indices = low === 0 ? 0 : this.ends[low - 1]!;
    this.geometry.setDrawRange(0, indices);
    const { geometry } = this;
    return (indices / 3) * (geometry instanceof InstancedBufferGeometry ? geometry.instanceCount : 1);
  }
}

const picking = (mesh: BodyMesh): boolean => mesh.material === mesh.pick;
const contextOf = (renderer: WebGLRenderer): WebGL2RenderingContext => renderer.getContext() as WebGL2RenderingContext;

export class Batch {
  readonly group = new Object3D();
  readonly corner: Vector;
  box: Box = emptyBox();
  triangles = 0;
  dead = 0;

  constructor(public sources: Source[], private readonly rows: Rows, private readonly materials: Materials) {
    this.corner = sources[0]?.bodies.corner ?? [0, 0, 0];
    this.group.matrixAutoUpdate = false;
    this.build();
  }

  /** Makes the geometry of what is living, and lets go of the rest. It gives the rows that nothing has any more. */
  rebuild(): Set<number> {
    const gone = new Set<number>();
    for (const s of this.sources) {
      for (const e of s.elements) {
        if (!this.rows.isLiving(e)) {
          gone.add(e);
        }
      }
    }
    this.sources = this.sources.map((s) => living(s, (e) => !gone.has(e))).filter((s) => s !== null);
    this.clear();
    this.build();
    return gone;
  }

  /** Makes the geometry again, as after the context was lost. */
  restore(): void {
    this.clear();
    this.build();
  }

  /** Moves the batch to where it is from the eye. */
  place(eye: Vector): void {
    for (const child of this.group.children) {
      child.matrixWorld.makeTranslation(this.corner[0] - eye[0], this.corner[1] - eye[1], this.corner[2] - eye[2]);
    }
  }

  coarse(least: number): number {
    return this.meshes().reduce((triangles, mesh) => triangles + mesh.coarse(least), 0);
  }

  meshes(): BodyMesh[] {
    return this.group.children as BodyMesh[];
  }

  clear(): void {
    for (const mesh of this.meshes()) {
      mesh.geometry.dispose();
    }
    this.group.clear();
  }

  private build(): void {
    const [repeated, solid, glass] = this.sorted();
    for (const parts of repeated) {
      const sizes = new Float32Array([Math.max(...parts.map((p) => p.size))]);
      const ends = new Uint32Array([indexCount(parts[0]!)]);
      this.put(instanced(parts, this.corner), this.materials.repeated, this.materials.pickRepeated, sizes, ends);
    }
    this.putMerged(solid, this.materials.opaque);
    this.putMerged(glass, this.materials.glass);
  }

  /** Sorts the parts: by mesh those drawn as instances, then the other ones, then what is seen through. */
  private sorted(): [Part[][], Part[], Part[]] {
    const solid: Part[] = [];
    const glass: Part[] = [];
    const byMesh = new Map<object, Map<number, Part[]>>();
    this.box = emptyBox();
    [this.triangles, this.dead] = [0, 0];
    for (const part of this.parts()) {
      widen(this.box, this.rows.boxes, part.element * 6);
      this.triangles += indexCount(part) / 3;
      if (alphaOf(part) < 255 || this.rows.categories[part.element] === "room") {
        glass.push(part);
      } else if (indexCount(part) < leastIndices) {
        solid.push(part);
      } else {
        const meshes = byMesh.get(part.bodies) ?? new Map<number, Part[]>();
        byMesh.set(part.bodies, meshes);
        const same = meshes.get(meshOf(part)) ?? [];
        meshes.set(meshOf(part), same);
        same.push(part);
      }
    }
    const all = [...byMesh.values()].flatMap((m) => [...m.values()]);
    solid.push(...all.filter((same) => same.length < leastInstances).flat());
    return [all.filter((same) => same.length >= leastInstances), solid, glass];
  }

  private *parts(): Generator<Part> {
    for (const { bodies, instances, elements } of this.sources) {
      for (let k = 0; k < instances.length; k++) {
        const element = elements[k]!;
        yield { bodies, instance: instances[k]!, element, size: diagonal(this.rows.boxes, element * 6) };
      }
    }
  }

  private putMerged(parts: Part[], look: RawShaderMaterial): void {
    if (parts.length === 0) {
      return;
    }
    parts.sort((a, b) => b.size - a.size || a.element - b.element || a.instance - b.instance);
    let end = 0;
    const ends = Uint32Array.from(parts, (p) => (end += indexCount(p)));
    this.put(merged(parts, this.corner), look, this.materials.pick, Float32Array.from(parts, (p) => p.size), ends);
  }

  private put(geometry: BufferGeometry, look: RawShaderMaterial, pick: RawShaderMaterial, sizes: Float32Array,
    ends: Uint32Array): void {
    settle(geometry, this.box, this.corner);
    const mesh = new BodyMesh(geometry, look, pick, sizes, ends);
    if (look === this.materials.glass) {
      mesh.onBeforeRender = (renderer) => picking(mesh) || drawVeils(contextOf(renderer));
      mesh.onAfterRender = (renderer) => picking(mesh) || drawSolids(contextOf(renderer));
    }
    mesh.matrixAutoUpdate = false;
    mesh.matrixWorldAutoUpdate = false;
    this.group.add(mesh);
  }
}

export class Batches {
  readonly group = new Object3D();
  private readonly chunks = new Set<Batch>();
  private readonly overlays = new Set<Batch>();
  private readonly of: (Batch | undefined)[] = []; // of each row
  private readonly touched = new Set<Batch>();

  constructor(private readonly rows: Rows, private readonly materials: Materials) {
    this.group.matrixAutoUpdate = false;
    this.group.matrixWorldAutoUpdate = false;
  }

  all(): Batch[] {
    return [...this.chunks, ...this.overlays];
  }

  add(source: Source, overlay: boolean): void {
    if (source.instances.length > 0) {
      this.keep(new Batch([source], this.rows, this.materials), overlay);
    }
  }

  /** Takes an element out of the table. Its geometry stays until it is compacted, and the state texture hides it. */
  bury(row: number): void {
    const batch = this.of[row];
    if (batch) {
      batch.dead += this.rows.triangles[row]!;
      this.touched.add(batch);
    }
    this.rows.bury(row);
    if (!batch) {
      this.rows.release(row);
    }
  }

  /** Makes batches again that are dead for more than half, and joins overlays when there are many. */
  compact(): void {
    for (const batch of this.touched) {
      if (batch.dead * 2 > batch.triangles) {
        this.release(batch.rebuild());
        if (batch.sources.length === 0) {
          this.remove(batch);
        }
      }
    }
    this.touched.clear();
    if (this.overlays.size > mostOverlays) {
      this.join();
    }
  }

  dispose(): void {
    for (const batch of this.all()) {
      this.remove(batch);
    }
    this.of.length = 0;
  }

  /** Joins the smallest overlays: each body is copied only as often as the logarithm of what there is. */
  private join(): void {
    const weight = (b: Batch): number => b.triangles - b.dead;
    const smallest = [...this.overlays].sort((a, b) => weight(a) - weight(b)).slice(0, joined);
    const sources: Source[] = [];
    for (const batch of smallest) {
      for (const s of batch.sources) {
        for (const e of s.elements) {
          if (!this.rows.isLiving(e) && this.of[e]) {
            this.release([e]);
          }
        }
        const rest = living(s, (e) => this.rows.isLiving(e));
        if (rest) {
          sources.push(rest);
        }
      }
      this.remove(batch);
    }
    if (sources.length > 0) {
      this.keep(new Batch(sources, this.rows, this.materials), true);
    }
  }

  private keep(batch: Batch, overlay: boolean): void {
    (overlay ? this.overlays : this.chunks).add(batch);
    this.group.add(batch.group);
    for (const s of batch.sources) {
      for (const e of s.elements) {
        this.of[e] = batch;
      }
    }
  }

  private remove(batch: Batch): void {
    batch.clear();
    this.group.remove(batch.group);
    this.chunks.delete(batch);
    this.overlays.delete(batch);
  }

  private release(rows: Iterable<number>): void {
    for (const row of rows) {
      this.of[row] = undefined;
      this.rows.release(row);
    }
  }
}

/** The box of what some batches have, null for none. */
export function boxOf(batches: readonly Batch[]): Box | null {
  const box = emptyBox();
  for (const b of batches) {
    widen(box, b.box);
  }
  return isEmpty(box) ? null : box;
}
