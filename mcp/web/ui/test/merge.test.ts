import assert from "node:assert/strict";
import { test } from "node:test";
import type { Chunk, Delta, Moment, Scene } from "../api.ts";
import { emptyRows, mergeScene } from "../merge.ts";

const moment = (revision: number): Moment => ({
  model_id: "m",
  model_name: "M",
  branch: "main",
  revision,
  head: revision,
  at: "",
});
const nothing: Chunk = { url: "", bytes: 0, level: -1, first: 0, count: 0, triangles: 0, box: [] };

const scene: Scene = {
  ...moment(1),
  levels: [
    { id: "g", name: "Ground", elevation: 0 },
    { id: "f", name: "First", elevation: 3 },
  ],
  rows: {
    ids: ["a", "b", "c"],
    names: ["A", "B", "C"],
    categories: ["wall", "wall", "door"],
    levels: [0, 0, 1],
    hosts: ["", "", "a"],
  },
  chunks: [],
  box: [0, 0, 0, 1, 1, 1],
  left_out: [{ element_id: "b", reason: "x" }],
  layers: [],
  layer_of: [],
};

const delta: Delta = {
  from: moment(1),
  to: moment(4),
  reload: false,
  changes: [
    { id: "b", change: "deleted", facets: [], category: "wall", name: "B", level: "Ground" },
    { id: "c", change: "modified", facets: ["place"], category: "door", name: "C2", level: "First" },
    { id: "d", change: "added", facets: [], category: "room", name: "D", level: "Cellar" },
  ],
  rows: { ids: ["c", "d"], names: ["C2", "D"], categories: ["door", "room"], levels: [2, 0], hosts: ["a", ""] },
  levels: [{ id: "u", name: "Cellar", elevation: -3 }, ...scene.levels],
  after: { ...nothing, url: "/x", box: [-1, 0, 0, 1, 1, 2] },
  before_rows: emptyRows(),
  before: nothing,
};

test("rows are replaced, added and taken away, and levels renumbered", () => {
  const next = mergeScene(scene, delta);
  assert.equal(next.revision, 4);
  assert.deepEqual(next.rows.ids, ["d", "a", "c"]);
  assert.deepEqual(next.rows.names, ["D", "A", "C2"]);
  assert.deepEqual(next.rows.levels, [0, 1, 2]);
  assert.deepEqual(next.box, [-1, 0, 0, 1, 1, 2]);
  assert.deepEqual(next.left_out, []);
  assert.deepEqual(scene.rows.ids, ["a", "b", "c"]);
});
