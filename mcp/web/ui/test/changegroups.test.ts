import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeSet } from "../api.ts";
import { changeGroups } from "../changegroups.ts";

const change = (last: number, at: string, agent = "drafter"): ChangeSet => ({
  first: last,
  last,
  at,
  user: "anna",
  agent,
  tool: "move_element",
  reason: "",
  command_id: "c" + last,
  created: 1,
  modified: 2,
  deleted: 0,
  ids: [],
});

test("changes of one author within a quarter of an hour stand together", () => {
  const groups = changeGroups([
    change(5, "2026-11-27T10:20:00Z"),
    change(4, "2026-11-27T10:10:00Z"),
    change(3, "2026-11-27T10:09:00Z", ""),
    change(2, "2026-11-27T10:08:00Z", ""),
    change(1, "2026-11-27T09:00:00Z", ""),
  ]);
  assert.deepEqual(
    groups.map((group) => group.changes.map((c) => c.last)),
    [[5, 4], [3, 2], [1]],
  );
  assert.equal(groups[0]!.modified, 4);
  assert.equal(groups[0]!.from, "2026-11-27T10:10:00Z");
});
