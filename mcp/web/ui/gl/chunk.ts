// Reads the binary chunk: distinct meshes and their instances, little-endian as all machines are that browsers run on.
//
//   head       64 bytes: u32 magic, version, meshes, instances, vertices, indices; f64 corner x, y, z; the rest is 0
//   meshes     16 bytes each: u32 first vertex, vertex count, first index, index count
//   instances  24 bytes each: u32 row, u32 mesh, u8 r, g, b, a, f32 x, y, z of the mesh's origin from the corner
//   vertices   12 bytes each: f32 x, y, z from the mesh's origin
//   indices    4 bytes each, three a triangle, counted from the mesh's first vertex
//
// Each section begins at a multiple of 8 bytes. What is read stays a view on the bytes.
import type { Vector } from "./box.ts";

/** Meshes and where they stand. */
export interface Bodies {
  corner: Vector;
  count: number; // of instances
  meshes: Uint32Array; // 4 each, as in the chunk
  words: Uint32Array; // of instances, 6 each: row, mesh, colour, three that floats has
  floats: Float32Array; // of instances, 6 each: x, y, z are the last three
  vertices: Float32Array;
  indices: Uint32Array;
}

const magic = 0x4e435342;
const headBytes = 64;
export const meshWords = 4;
export const instanceWords = 6;

/** Reads a chunk whose instances are of so many rows. It throws on all that is not as it should be. */
export function readChunk(data: ArrayBuffer, rows: number): Bodies {
  if (data.byteLength < headBytes) {
    throw new Error(`a chunk of ${data.byteLength} bytes has no head`);
  }
  const head = new DataView(data, 0, headBytes);
  if (head.getUint32(0, true) !== magic) {
    throw new Error("this is no chunk");
  }
  if (head.getUint32(4, true) !== 1) {
    throw new Error(`a chunk of version ${head.getUint32(4, true)}, which this page does not know`);
  }
  const counts = [8, 12, 16, 20].map((at) => head.getUint32(at, true)) as [number, number, number, number];
  const corner: Vector = [head.getFloat64(24, true), head.getFloat64(32, true), head.getFloat64(40, true)];
  if (!corner.every(Number.isFinite)) {
    throw new Error("the corner of a chunk is no point");
  }
  const at = sections(counts, data.byteLength);
  const bodies: Bodies = {
    corner,
    count: counts[1],
    meshes: new Uint32Array(data, at[0], counts[0] * meshWords),
    words: new Uint32Array(data, at[1], counts[1] * instanceWords),
    floats: new Float32Array(data, at[1], counts[1] * instanceWords),
    vertices: new Float32Array(data, at[2], counts[2] * 3),
    indices: new Uint32Array(data, at[3], counts[3]),
  };
  checkMeshes(bodies);
  checkInstances(bodies, rows);
  return bodies;
}

export function noBodies(): Bodies {
  return { corner: [0, 0, 0], count: 0, meshes: new Uint32Array(0), words: new Uint32Array(0),
    floats: new Float32Array(0), vertices: new Float32Array(0), indices: new Uint32Array(0) };
}

/** Where the sections begin. The counts are u32, so that no product of them is beyond 2^53. */
function sections(counts: readonly number[], length: number): [number, number, number, number] {
  const sizes = [16, 24, 12, 4];
  const at: number[] = [];
  let end = headBytes;
  for (let i = 0; i < sizes.length; i++) {
    at.push(Math.ceil(end / 8) * 8);
    end = at[i]! + counts[i]! * sizes[i]!;
  }
  if (length !== end && length !== Math.ceil(end / 8) * 8) {
    throw new Error(`a chunk that should have ${end} bytes has ${length}`);
  }
  return at as [number, number, number, number];
}

function checkMeshes(b: Bodies): void {
  for (let i = 0; i < b.vertices.length; i++) {
    if (!Number.isFinite(b.vertices[i])) {
      throw new Error(`vertex ${Math.floor(i / 3)} of a chunk is no point`);
    }
  }
  for (let m = 0; m < b.meshes.length / meshWords; m++) {
    const [vertex, vertices, index, indices] = b.meshes.subarray(m * meshWords, (m + 1) * meshWords);
    if (vertex! + vertices! > b.vertices.length / 3 || index! + indices! > b.indices.length || indices! % 3 !== 0) {
      throw new Error(`mesh ${m} of a chunk reaches beyond it`);
    }
    for (let i = index!; i < index! + indices!; i++) {
      if (b.indices[i]! >= vertices!) {
        throw new Error(`index ${i} of a chunk is beyond its mesh`);
      }
    }
  }
}

function checkInstances(b: Bodies, rows: number): void {
  for (let i = 0; i < b.count; i++) {
    const at = i * instanceWords;
    if (b.words[at]! >= rows) {
      throw new Error(`instance ${i} of a chunk is of row ${b.words[at]}, of ${rows}`);
    }
    if (b.words[at + 1]! >= b.meshes.length / meshWords) {
      throw new Error(`instance ${i} of a chunk has no mesh`);
    }
    if (!Number.isFinite(b.floats[at + 3]! + b.floats[at + 4]! + b.floats[at + 5]!)) {
      throw new Error(`instance ${i} of a chunk is nowhere`);
    }
  }
}
