import assert from "node:assert/strict";
import { test } from "node:test";
import { readChunk } from "../chunk.ts";
import { Rows } from "../rows.ts";
import { living, measure, source } from "../source.ts";
import { block, chunkBytes } from "./bytes.ts";

test("an element has its number until nothing has it any more", () => {
  const rows = new Rows();
  const a = rows.take("a", "wall", 0);
  const b = rows.take("b", "door", 1);
  assert.deepEqual([rows.find("a"), rows.find("b"), rows.find("c")], [a, b, -1]);
  rows.bury(a);
  assert.equal(rows.find("a"), -1);
  assert.equal(rows.isLiving(a), false);
  const again = rows.take("a", "wall", 0);
  assert.notEqual(again, a, "the geometry of the old body may still have its number");
  rows.release(a);
  assert.equal(rows.take("c", "wall", 0), a);
  assert.equal(rows.taken(), 3);
});

test("a body of another state does not take the place of an element", () => {
  const rows = new Rows();
  const now = rows.take("a", "wall", 0);
  const then = rows.take("a", "wall", 0, false);
  assert.equal(rows.find("a"), now);
  rows.bury(then);
  assert.equal(rows.find("a"), now);
  assert.deepEqual([...rows.all()], [now]);
});

test("the table grows and keeps what it has", () => {
  const rows = new Rows();
  for (let i = 0; i < 5000; i++) {
    rows.widen(rows.take(`e${i}`, "wall", 0), [i, 0, 0, i + 1, 1, 1], 0, 0, 0, 0);
  }
  assert.deepEqual(rows.box(rows.find("e7")), [7, 0, 0, 8, 1, 1]);
  assert.deepEqual(rows.box(rows.find("e4999")), [4999, 0, 0, 5000, 1, 1]);
});

const bytes = chunkBytes([block(1, 2, 3), block(4, 1, 1)],
  [{ row: 0, mesh: 0, at: [5, 0, 0] }, { row: 0, mesh: 1 }, { row: 1, mesh: 1, at: [0, 9, 0] }, { row: 2, mesh: 1 },
    { row: 3, mesh: 1 }], [1000, 0, 0]);

test("boxes and triangles are those of all instances of an element", () => {
  const rows = new Rows();
  const numbers = ["a", "b", "c", "d"].map((id) => rows.take(id, "wall", 0));
  const s = source(readChunk(bytes, 4), (row) => numbers[row]!);
  measure(s, rows);
  assert.deepEqual(rows.box(numbers[0]!), [1000, 0, 0, 1006, 2, 3]);
  assert.deepEqual(rows.box(numbers[1]!), [1000, 9, 0, 1004, 10, 1]);
  assert.deepEqual([rows.triangles[numbers[0]!], rows.triangles[numbers[1]!]], [24, 12]);
});

test("rows that are none are left out", () => {
  assert.deepEqual([...source(readChunk(bytes, 4), (row) => (row === 1 ? 7 : -1)).elements], [7]);
});

test("what is left of a source has the same bodies, exactly", () => {
  const s = source(readChunk(bytes, 4), (row) => row + 10);
  assert.equal(living(s, () => false), null);
  const most = living(s, (e) => e !== 13);
  assert.equal(most?.bodies, s.bodies, "most of it is left: it is not copied");
  const one = living(s, (e) => e === 11);
  assert.ok(one);
  assert.deepEqual([...one.elements], [11]);
  assert.equal(one.bodies.count, 1);
  assert.deepEqual([...one.bodies.meshes], [0, 8, 0, 36]);
  assert.deepEqual([...one.bodies.vertices], block(4, 1, 1).vertices);
  assert.deepEqual([...one.bodies.indices], block(4, 1, 1).indices);
  assert.deepEqual([...one.bodies.floats.subarray(3, 6)], [0, 9, 0]);
  assert.notEqual(one.bodies.vertices.buffer, s.bodies.vertices.buffer, "the bytes of the chunk can go");
});
