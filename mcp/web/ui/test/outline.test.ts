import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rows } from "../api.ts";
import { outline } from "../outline.ts";

const rows: Rows = {
  ids: ["1", "2", "3", "4"],
  names: ["W10", "W2", "D1", "Site grid"],
  categories: ["wall", "wall", "door", "grid"],
  levels: [0, 0, 1, -1],
  hosts: ["", "", "1", ""],
};
const levels = [
  { id: "g", name: "Ground", elevation: 0 },
  { id: "f", name: "First", elevation: 3 },
  { id: "r", name: "Roof", elevation: 6 },
];
const texts = (open: string[], filter = "", grouping: "storeys" | "categories" = "storeys"): string[] =>
  outline(rows, levels, grouping, new Set(open), filter).rows.map((row) => row.depth + row.text);

test("storeys stand by height, what is on none comes last, empty ones are there", () => {
  assert.deepEqual(texts([]), ["1Ground", "1First", "1Roof", "1"]);
});

test("elements are in the order that people count", () => {
  assert.deepEqual(texts(["g:0", "g:0/wall"]).slice(0, 4), ["1Ground", "2wall", "3W2", "3W10"]);
});

test("categories come first on request", () => {
  assert.deepEqual(texts(["g:wall"], "", "categories"), ["1door", "1grid", "1wall", "2Ground"]);
});

test("a filter takes all its words, opens what it finds and counts", () => {
  assert.deepEqual(texts([], "ground w2"), ["1Ground", "2wall", "3W2"]);
  const found = outline(rows, levels, "storeys", new Set(), "nothing");
  assert.equal(found.shown, 0);
  assert.equal(found.total, 4);
});

test("a group knows what is below it", () => {
  const all = outline(rows, levels, "storeys", new Set(["g:0"]), "");
  assert.deepEqual(all.ids(all.rows[0]!), ["1", "2"]);
  assert.deepEqual(all.ids(all.rows[1]!), ["1", "2"]);
  assert.equal(all.rows[1]!.siblings, 1);
});
