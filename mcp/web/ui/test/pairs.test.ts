import assert from "node:assert/strict";
import { test } from "node:test";
import { pairs } from "../pairs.ts";

test("values stand beside those before, what is gone comes last", () => {
  const list = pairs(
    [
      ["height", 2700],
      ["start", [0, 0]],
      ["new", 1],
    ],
    [
      ["old", 3],
      ["start", [0, 0]],
      ["height", 2800],
    ],
  );
  assert.deepEqual(
    list.map((pair) => [pair.name, pair.was, pair.is, pair.differs]),
    [
      ["height", 2800, 2700, true],
      ["start", [0, 0], [0, 0], false],
      ["new", undefined, 1, true],
      ["old", 3, undefined, true],
    ],
  );
});

test("without a comparison nothing differs", () => {
  assert.ok(pairs([["height", 1]], null).every((pair) => !pair.differs));
});
