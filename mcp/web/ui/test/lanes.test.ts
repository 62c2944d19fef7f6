import assert from "node:assert/strict";
import { test } from "node:test";
import type { Branch } from "../api.ts";
import { lanes } from "../lanes.ts";

const branch = (name: string, parent = "", fork = 0): Branch => ({
  name,
  parent,
  fork,
  head: 1,
  archived: false,
  description: "",
});

test("children stand below their parent, by where they were forked", () => {
  const rows = lanes([branch("b", "main", 9), branch("main"), branch("a", "main", 12), branch("b/x", "b", 1)]);
  assert.deepEqual(
    rows.map((row) => [row.branch.name, row.lane, row.parent]),
    [
      ["main", 0, -1],
      ["b", 1, 0],
      ["b/x", 2, 1],
      ["a", 1, 0],
    ],
  );
});

test("a branch whose parent may not be read is there all the same", () => {
  assert.deepEqual(
    lanes([branch("a", "secret", 3)]).map((row) => row.lane),
    [0],
  );
});

test("branches that name each other do not hang", () => {
  assert.deepEqual(lanes([branch("a", "b"), branch("b", "a")]), []);
});
