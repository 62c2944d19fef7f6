import assert from "node:assert/strict";
import { test } from "node:test";
import { cards } from "../history.ts";
import type { HistoryEntry } from "../replies.ts";

const entry = (revision: number, command_id: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  event_id: "e" + revision,
  revision,
  type: "element.modified",
  occurred_at: "",
  user_id: "u",
  tool: "t",
  command_id,
  touched: [],
  ...more,
});

test("events of one command stand on one card, the newest first", () => {
  const list = cards([entry(4, "a"), entry(6, "a"), entry(9, "b", { derived: true })]);
  assert.deepEqual(
    list.map((card) => [card.command, card.first, card.last, card.derived]),
    [
      ["b", 9, 9, true],
      ["a", 4, 6, false],
    ],
  );
});

test("a command that meant the element as well did not only follow", () => {
  assert.equal(cards([entry(1, "a", { derived: true }), entry(2, "a")])[0]!.derived, false);
});

test("what happened on an ancestor is kept apart", () => {
  assert.equal(cards([entry(1, "a", { branch: "main" }), entry(1, "a")]).length, 2);
});
