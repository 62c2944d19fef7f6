import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change, Chunk, Delta } from "../../api";
import { changeColours, coloured, pairColours, type Show, styleOf } from "../look.ts";
import { leftAway } from "../reach.ts";

const plain: Show = {
  levels: new Set(),
  only: null,
  rooms: false,
  highlight: new Set(),
  pair: [],
  changes: null,
  kinds: new Set<Change>(["added", "modified", "deleted", "derived"]),
  selected: new Set(),
  ghosts: false,
};

test("elements have their own look; air is hidden until it is selected", () => {
  const style = styleOf({ ...plain, selected: new Set(["r"]), levels: new Set([1]) });
  assert.equal(style("w", "wall", 0), null);
  assert.deepEqual(style("x", "room", 0), { hidden: true });
  assert.equal(style("r", "room", 0), null);
  assert.deepEqual(style("w", "wall", 1), { hidden: true });
});

test("a clash is red and blue, whatever is switched off, and the rest ghosts", () => {
  const style = styleOf({ ...plain, pair: ["a", "b"], levels: new Set([0]) });
  assert.deepEqual(style("a", "wall", 0), { colour: pairColours[0] });
  assert.deepEqual(style("b", "duct", 0), { colour: pairColours[1] });
  assert.deepEqual(style("c", "wall", 2), { ghost: true });
});

test("changes have colours by kind, as far as they are wanted", () => {
  const style = styleOf({
    ...plain,
    changes: new Map<string, Change>([
      ["a", "added"],
      ["m", "modified"],
    ]),
    kinds: new Set<Change>(["added"]),
  });
  assert.deepEqual(style("a", "wall", 0), { colour: changeColours.added });
  assert.deepEqual(style("m", "wall", 0), { ghost: true });
  assert.deepEqual(style("c", "wall", 0), { ghost: true });
});

test("only what was asked for is drawn, and what is highlighted stands out", () => {
  const style = styleOf({ ...plain, only: new Set(["a", "r"]), rooms: true, highlight: new Set(["a"]) });
  assert.equal(style("a", "wall", 0), null);
  assert.deepEqual(style("r", "room", 0), { ghost: true });
  assert.deepEqual(style("b", "wall", 0), { hidden: true });
});

test("what follows and looks as it did has no colour", () => {
  const change = (id: string, kind: Change, facets: string[]): Delta["changes"][number] => ({
    id,
    change: kind,
    facets,
    category: "wall",
    name: id,
    level: "",
  });
  const changes = [
    change("a", "derived", ["relations"]),
    change("b", "derived", ["geometry"]),
    change("c", "modified", []),
  ];
  assert.deepEqual([...coloured({ changes } as unknown as Delta).keys()], ["b", "c"]);
});

test("of a large model the lower storeys are read", () => {
  const chunk = (level: number, count: number): Chunk => ({
    url: "",
    bytes: 0,
    level,
    first: 0,
    count,
    triangles: 0,
    box: null,
  });
  assert.deepEqual(
    [...leftAway([chunk(-1, 5), chunk(0, 60), chunk(1, 30), chunk(1, 30), chunk(2, 20)], 100)],
    [1],
  );
  assert.deepEqual([...leftAway([chunk(0, 500)], 100)], []);
});

test("of what is selected the rest may be ghosts", () => {
  const style = styleOf({ ...plain, ghosts: true, selected: new Set(["a"]) });
  assert.equal(style("a", "wall", 0), null);
  assert.deepEqual(style("b", "wall", 0), { ghost: true });
  assert.equal(styleOf({ ...plain, ghosts: true })("b", "wall", 0), null);
});
