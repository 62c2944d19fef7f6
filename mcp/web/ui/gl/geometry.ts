// Makes what the GPU draws of parts: one merged geometry, or one that is drawn once for each of its instances.
import { BufferAttribute, BufferGeometry, InstancedBufferAttribute, InstancedBufferGeometry, Sphere,
  Vector3 } from "three";
import { type Bodies, instanceWords, meshWords } from "./chunk.ts";
import { type Box, type Vector, centre, diagonal } from "./box.ts";

/** An instance of a mesh. */
export interface Part {
  bodies: Bodies;
  instance: number;
  element: number;
  size: number; // diagonal of its box
}

export const meshOf = (p: Part): number => p.bodies.words[p.instance * instanceWords + 1]!;
export const alphaOf = (p: Part): number => p.bodies.words[p.instance * instanceWords + 2]! >>> 24;
export const indexCount = (p: Part): number => p.bodies.meshes[meshOf(p) * meshWords + 3]!;
const vertexCount = (p: Part): number => p.bodies.meshes[meshOf(p) * meshWords + 1]!;

/** Where a part's mesh begins, from a corner. The difference of two corners is taken in double precision. */
function offset(p: Part, corner: Vector, axis: 0 | 1 | 2): number {
  return p.bodies.corner[axis] - corner[axis] + p.bodies.floats[p.instance * instanceWords + 3 + axis]!;
}

/** Merges parts. Their elements and colours are in each vertex. */
export function merged(parts: readonly Part[], corner: Vector): BufferGeometry {
  let [vertices, indices] = [0, 0];
  for (const p of parts) {
    vertices += vertexCount(p);
    indices += indexCount(p);
  }
  const position = new Float32Array(vertices * 3);
  const element = new Float32Array(vertices); // exact up to 2^24
  const colour = new Uint32Array(vertices);
  const index = vertices > 65535 ? new Uint32Array(indices) : new Uint16Array(indices);
  let [v, i] = [0, 0];
  for (const p of parts) {
    copyVertices(p, corner, position, v);
    element.fill(p.element, v, v + vertexCount(p));
    colour.fill(p.bodies.words[p.instance * instanceWords + 2]!, v, v + vertexCount(p));
    copyIndices(p, index, i, v);
    v += vertexCount(p);
    i += indexCount(p);
  }
  const out = new BufferGeometry();
  out.setAttribute("position", new BufferAttribute(position, 3));
  out.setAttribute("element", new BufferAttribute(element, 1));
  out.setAttribute("colour", new BufferAttribute(new Uint8Array(colour.buffer), 4, true));
  out.setIndex(new BufferAttribute(index, 1));
  return out;
}

function copyVertices(p: Part, corner: Vector, to: Float32Array, v: number): void {
  const first = p.bodies.meshes[meshOf(p) * meshWords]!;
  const from = p.bodies.vertices.subarray(first * 3, (first + vertexCount(p)) * 3);
  const [x, y, z] = [offset(p, corner, 0), offset(p, corner, 1), offset(p, corner, 2)];
  for (let k = 0, at = v * 3; k < from.length; k += 3, at += 3) {
    to[at] = from[k]! + x;
    to[at + 1] = from[k + 1]! + y;
    to[at + 2] = from[k + 2]! + z;
  }
}

function copyIndices(p: Part, to: Uint16Array | Uint32Array, i: number, v: number): void {
  const first = p.bodies.meshes[meshOf(p) * meshWords + 2]!;
  const from = p.bodies.indices.subarray(first, first + indexCount(p));
  for (let k = 0; k < from.length; k++) {
    to[i + k] = from[k]! + v;
  }
}

/** Draws one mesh for all of the parts, which all have it. */
export function instanced(parts: readonly Part[], corner: Vector): InstancedBufferGeometry {
  const one = parts[0]!;
  const place = new Float32Array(parts.length * 3);
  const element = new Float32Array(parts.length);
  const colour = new Uint32Array(parts.length);
  parts.forEach((p, k) => {
    place.set([offset(p, corner, 0), offset(p, corner, 1), offset(p, corner, 2)], k * 3);
    element[k] = p.element;
    colour[k] = p.bodies.words[p.instance * instanceWords + 2]!;
  });
  const [vertex, vertices, index, indices] = one.bodies.meshes.subarray(meshOf(one) * meshWords);
  const out = new InstancedBufferGeometry();
  out.instanceCount = parts.length;
  // Copies: a view would keep the whole chunk with it.
  const corners = one.bodies.vertices.slice(vertex! * 3, (vertex! + vertices!) * 3);
  out.setAttribute("position", new BufferAttribute(corners, 3));
  out.setIndex(new BufferAttribute(one.bodies.indices.slice(index!, index! + indices!), 1));
  out.setAttribute("place", new InstancedBufferAttribute(place, 3));
  out.setAttribute("element", new InstancedBufferAttribute(element, 1));
  out.setAttribute("colour", new InstancedBufferAttribute(new Uint8Array(colour.buffer), 4, true));
  return out;
}

/** Says where a geometry is, and lets go of its arrays once the GPU has them. */
export function settle(geometry: BufferGeometry, box: Box, corner: Vector): void {
  const [x, y, z] = centre(box);
  geometry.boundingSphere = new Sphere(new Vector3(x - corner[0], y - corner[1], z - corner[2]), diagonal(box) / 2);
  for (const attribute of [...Object.values(geometry.attributes), geometry.index]) {
    if (attribute instanceof BufferAttribute) {
      attribute.onUpload(() => {
        attribute.array = new Uint8Array(0);
      });
    }
  }
}
