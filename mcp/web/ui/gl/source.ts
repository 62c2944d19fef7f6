// Bodies of a chunk with the elements that they belong to. Sources are kept; what the GPU has is made of them and made
// again when the context was lost or when much of it is dead.
import type { Chunk } from "../api";
import { type Bodies, instanceWords, meshWords, noBodies, readChunk } from "./chunk.ts";
import { type Box, emptyBox, widen } from "./box.ts";
import type { Rows } from "./rows.ts";

export interface Source {
  bodies: Bodies;
  instances: Uint32Array; // of the bodies, those that are drawn
  elements: Uint32Array; // their rows in the table
}

/** Reads the bodies of a chunk. Of one in which nothing has a body there are no bytes. */
export function bodiesOf(data: ArrayBuffer, chunk: Chunk): Bodies {
  return data.byteLength === 0 ? noBodies() : readChunk(data, chunk.count);
}

/** Joins bodies with rows: place says which row of the table a row of the chunk is, -1 for none. */
export function source(bodies: Bodies, place: (row: number) => number): Source {
  const instances = new Uint32Array(bodies.count);
  const elements = new Uint32Array(bodies.count);
  let n = 0;
  for (let i = 0; i < bodies.count; i++) {
    const element = place(bodies.words[i * instanceWords]!);
    if (element >= 0) {
      instances[n] = i;
      elements[n++] = element;
    }
  }
  return { bodies, instances: instances.slice(0, n), elements: elements.slice(0, n) };
}

/** Adds the boxes and the triangles of a source to the table. */
export function measure(s: Source, rows: Rows): void {
  const boxes = meshBoxes(s.bodies);
  const [x, y, z] = s.bodies.corner;
  for (let k = 0; k < s.instances.length; k++) {
    const at = s.instances[k]! * instanceWords;
    const mesh = s.bodies.words[at + 1]!;
    const element = s.elements[k]!;
    const f = s.bodies.floats;
    rows.widen(element, boxes, mesh * 6, x + f[at + 3]!, y + f[at + 4]!, z + f[at + 5]!);
    rows.triangles[element]! += s.bodies.meshes[mesh * meshWords + 3]! / 3;
  }
}

/** The boxes of the meshes, from their origins; 6 numbers each. */
export function meshBoxes(b: Bodies): Float64Array {
  const meshes = b.meshes.length / meshWords;
  const boxes = new Float64Array(meshes * 6);
  for (let m = 0; m < meshes; m++) {
    const box: Box = emptyBox();
    const first = b.meshes[m * meshWords]!;
    const end = first + b.meshes[m * meshWords + 1]!;
    const point = new Float64Array(6);
    for (let v = first; v < end; v++) {
      for (let i = 0; i < 3; i++) {
        point[i] = point[i + 3] = b.vertices[v * 3 + i]!;
      }
      widen(box, point);
    }
    boxes.set(box, m * 6);
  }
  return boxes;
}

/** What is left of a source. Where that is less than half, the bytes of the chunk are let go. */
export function living(s: Source, isLiving: (element: number) => boolean): Source | null {
  const kept: number[] = [];
  for (let k = 0; k < s.instances.length; k++) {
    if (isLiving(s.elements[k]!)) {
      kept.push(k);
    }
  }
  if (kept.length === 0) {
    return null;
  }
  const rest: Source = {
    bodies: s.bodies,
    instances: Uint32Array.from(kept, (k) => s.instances[k]!),
    elements: Uint32Array.from(kept, (k) => s.elements[k]!),
  };
  return kept.length * 2 < s.bodies.count ? excerpt(rest) : rest;
}

/** Copies the meshes and instances that a source has, exactly. */
function excerpt(s: Source): Source {
  const b = s.bodies;
  const numbers = new Map<number, number>(); // of meshes
  for (const i of s.instances) {
    const mesh = b.words[i * instanceWords + 1]!;
    if (!numbers.has(mesh)) {
      numbers.set(mesh, numbers.size);
    }
  }
  const bodies = copyMeshes(b, [...numbers.keys()]);
  bodies.count = s.instances.length;
  bodies.words = new Uint32Array(bodies.count * instanceWords);
  bodies.floats = new Float32Array(bodies.words.buffer);
  s.instances.forEach((i, k) => {
    bodies.words.set(b.words.subarray(i * instanceWords, (i + 1) * instanceWords), k * instanceWords);
    bodies.words[k * instanceWords + 1] = numbers.get(b.words[i * instanceWords + 1]!)!;
  });
  return { bodies, instances: Uint32Array.from(s.instances, (_, k) => k), elements: s.elements };
}

function copyMeshes(b: Bodies, chosen: readonly number[]): Bodies {
  const meshes = new Uint32Array(chosen.length * meshWords);
  let [vertices, indices] = [0, 0];
  chosen.forEach((mesh, n) => {
    const [, count, , length] = b.meshes.subarray(mesh * meshWords, (mesh + 1) * meshWords);
    meshes.set([vertices, count!, indices, length!], n * meshWords);
    vertices += count!;
    indices += length!;
  });
  const out: Bodies = { corner: b.corner, count: 0, meshes, words: new Uint32Array(0), floats: new Float32Array(0),
    vertices: new Float32Array(vertices * 3), indices: new Uint32Array(indices) };
  chosen.forEach((mesh, n) => {
    const [first, count, index, length] = b.meshes.subarray(mesh * meshWords, (mesh + 1) * meshWords);
    out.vertices.set(b.vertices.subarray(first! * 3, (first! + count!) * 3), meshes[n * meshWords]! * 3);
    out.indices.set(b.indices.subarray(index!, index! + length!), meshes[n * meshWords + 2]!);
  });
  return out;
}
