import assert from "node:assert/strict";
import { test } from "node:test";
import { readChunk } from "../chunk.ts";
import { block, chunkBytes } from "./bytes.ts";

const triangle = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] };
const good = (): ArrayBuffer => chunkBytes([block(1, 2, 3), triangle],
  [{ row: 0, mesh: 0, at: [5, 6, 7] }, { row: 2, mesh: 1, colour: [1, 2, 3, 4] }, { row: 2, mesh: 0 }], [1e6, -2e6, 3]);

/** The good chunk with four bytes changed. */
function changed(at: number, value: number): ArrayBuffer {
  const data = good();
  new DataView(data).setUint32(at, value, true);
  return data;
}

test("a chunk is read as it was written", () => {
  const b = readChunk(good(), 3);
  assert.deepEqual(b.corner, [1e6, -2e6, 3]);
  assert.equal(b.count, 3);
  assert.deepEqual([...b.meshes], [0, 8, 0, 36, 8, 3, 36, 3]);
  assert.deepEqual([...b.floats.subarray(3, 6)], [5, 6, 7]);
  assert.deepEqual([...b.words.subarray(6, 8)], [2, 1]);
  assert.equal(b.words[8], 0x04030201);
  assert.deepEqual([...b.indices.subarray(36)], [0, 1, 2]);
  assert.equal(b.vertices.length, 33);
});

test("an empty chunk is one", () => {
  assert.equal(readChunk(chunkBytes([], []), 0).count, 0);
});

test("what is malformed is refused", () => {
  const nan = 0x7fc00000;
  const instances = 64 + 2 * 16;
  const vertices = instances + 3 * 24;
  const indices = Math.ceil((vertices + 11 * 12) / 8) * 8;
  const cases: [string, ArrayBuffer, RegExp][] = [
    ["nothing", new ArrayBuffer(0), /no head/],
    ["half a head", good().slice(0, 40), /no head/],
    ["other bytes", changed(0, 1), /no chunk/],
    ["version 2", changed(4, 2), /version 2/],
    ["more meshes than bytes", changed(8, 3), /bytes/],
    ["a number of instances beyond all", changed(12, 0xffffffff), /bytes/],
    ["a number of vertices beyond all", changed(16, 0xffffffff), /bytes/],
    ["fewer indices than bytes", changed(20, 6), /bytes/],
    ["cut short", good().slice(0, good().byteLength - 8), /bytes/],
    ["a corner that is no number", changed(28, 0x7ff80000), /corner/],
    ["a mesh beyond the vertices", changed(64 + 4, 12), /beyond/],
    ["a mesh beyond the indices", changed(64 + 8, 4), /beyond/],
    ["two corners of a triangle", changed(64 + 12, 35), /beyond/],
    ["a row beyond the chunk", changed(instances, 3), /row 3, of 3/],
    ["an instance without mesh", changed(instances + 4, 2), /no mesh/],
    ["an instance nowhere", changed(instances + 12, nan), /nowhere/],
    ["a vertex that is no point", changed(vertices + 16, nan), /vertex 1/],
    ["an index beyond its mesh", changed(indices + 4, 8), /index 1/],
  ];
  for (const [name, data, message] of cases) {
    assert.throws(() => readChunk(data, 3), message, name);
  }
});

test("no change of one word is more than an error", () => {
  for (let at = 0; at < good().byteLength; at += 4) {
    for (const value of [0, 1, 0x7f800000, 0xffffffff]) {
      try {
        readChunk(changed(at, value), 3);
      } catch (e) {
        assert.ok(e instanceof Error && !(e instanceof RangeError), `${at}: ${e}`);
      }
    }
  }
});
