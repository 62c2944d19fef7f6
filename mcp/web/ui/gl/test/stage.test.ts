import assert from "node:assert/strict";
import { test } from "node:test";
import type { Chunk, Delta, Rows, Scene } from "../../api";
import { Materials } from "../material.ts";
import { Stage } from "../stage.ts";
import { State } from "../state.ts";
import { block, chunkBytes } from "./bytes.ts";

/** Where elements are, by id: each is a block of 1 x 1 x 1. */
type World = Map<string, number>;

const levels = [{ id: "L0", name: "Ground", elevation: 0 }];
const moment = { model_id: "m", model_name: "M", branch: "main", revision: 1, head: 1, at: "2026-01-01T00:00:00Z" };

function rowsOf(world: World): Rows {
  const ids = [...world.keys()];
  return { ids, names: ids, categories: ids.map(() => "wall"), levels: ids.map(() => 0), hosts: ids.map(() => "") };
}

function bodiesOf(world: World): { chunk: Chunk; data: ArrayBuffer } {
  const instances = [...world.values()].map((x, row) => ({ row, mesh: 0, at: [x, 0, 0] as [number, number, number] }));
  const data = chunkBytes([block(1, 1, 1)], instances);
  return { data, chunk: { url: "/x", bytes: data.byteLength, level: 0, first: 0, count: world.size,
    triangles: 12 * world.size, box: [] } };
}

function deltaOf(before: World, after: World, gone: string[]): { delta: Delta; data: ArrayBuffer; old: ArrayBuffer } {
  const [is, was] = [bodiesOf(after), bodiesOf(before)];
  const changes: Delta["changes"] = [...after.keys(), ...gone].map((id) => ({ id, facets: [], category: "wall",
    name: id, level: "Ground", change: gone.includes(id) ? "deleted" : before.has(id) ? "modified" : "added" }));
  return { data: is.data, old: was.data, delta: { from: moment, to: moment, reload: false, changes, levels,
    rows: rowsOf(after), after: is.chunk, before_rows: rowsOf(before), before: was.chunk } };
}

function stageOf(world: World): { stage: Stage; chunk: Chunk; data: ArrayBuffer } {
  const state = new State();
  const stage = new Stage(state, new Materials(state));
  const { chunk, data } = bodiesOf(world);
  const scene: Scene = {
    ...moment, levels, rows: rowsOf(world), chunks: [chunk], box: null, left_out: [], layers: [], layer_of: [],
  };
  stage.begin(scene);
  return { stage, chunk, data };
}

/** Numbers from a seed, so that a failure comes again. */
function seeded(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

function check(stage: Stage, world: World): void {
  const drawn = new Map<string, number>();
  for (const batch of stage.all()) {
    for (const s of batch.sources) {
      for (const e of s.elements) {
        if (stage.rows.isLiving(e)) {
          drawn.set(stage.rows.ids[e]!, (drawn.get(stage.rows.ids[e]!) ?? 0) + 1);
        }
      }
    }
  }
  assert.deepEqual([...drawn.keys()].sort(), [...world.keys()].sort());
  assert.ok([...drawn.values()].every((n) => n === 1), "each once");
  for (const [id, x] of world) {
    assert.deepEqual(stage.boxOf([id]), [x, 0, 0, x + 1, 1, 1]);
  }
}

test("hundreds of deltas leave what they should, and little else", () => {
  const random = seeded(7);
  const world: World = new Map(Array.from({ length: 100 }, (_, i) => [`e${i}`, i * 2]));
  const { stage, chunk, data } = stageOf(world);
  stage.add(chunk, data);
  check(stage, world);
  let [geometries, triangles] = [0, 0];
  for (let n = 0; n < 600; n++) {
    const [before, after]: [World, World] = [new Map(), new Map()];
    const gone: string[] = [];
    for (let k = random(8); k >= 0; k--) {
      const id = `e${random(120)}`;
      if (before.has(id) || after.has(id)) {
        continue;
      }
      const x = world.get(id);
      if (x !== undefined) {
        before.set(id, x);
      }
      if (x !== undefined && random(4) === 0) {
        gone.push(id);
        world.delete(id);
      } else {
        after.set(id, random(1000));
        world.set(id, after.get(id)!);
      }
    }
    const made = deltaOf(before, after, gone);
    stage.apply(made.delta, made.data);
    check(stage, world);
    geometries = Math.max(geometries, stage.all().reduce((sum, b) => sum + b.meshes().length, 0));
    triangles = Math.max(triangles, stage.all().reduce((sum, b) => sum + b.triangles, 0));
  }
  assert.ok(geometries <= 13, `${geometries} geometries`);
  assert.ok(triangles <= 120 * 12 * 3, `${triangles} triangles`);
  assert.ok(stage.rows.size <= 400, `${stage.rows.size} numbers`);
});

test("a chunk that comes after a delta does not bring back what the delta took away", () => {
  const world: World = new Map([["a", 0], ["b", 2], ["c", 4]]);
  const { stage, chunk, data } = stageOf(world);
  const made = deltaOf(new Map([["a", 0], ["b", 2]]), new Map([["b", 20]]), ["a"]);
  stage.apply(made.delta, made.data);
  stage.add(chunk, data);
  check(stage, new Map([["b", 20], ["c", 4]]));
});

test("bodies of before are beside those of the scene, and go again", () => {
  const world: World = new Map([["a", 0], ["b", 2]]);
  const { stage, chunk, data } = stageOf(world);
  stage.add(chunk, data);
  const taken = stage.rows.taken();
  const made = deltaOf(new Map([["b", 30], ["gone", 50]]), new Map([["b", 2]]), ["gone"]);
  stage.showBefore(made.delta, made.old);
  assert.deepEqual(stage.boxOf(["gone"]), [50, 0, 0, 51, 1, 1]);
  assert.deepEqual(stage.boxOf(["b"]), [2, 0, 0, 31, 1, 1]);
  assert.deepEqual(stage.boxOf(), [0, 0, 0, 3, 1, 1], "all of the scene is that of the scene");
  assert.equal(stage.unpicked().length, 1);
  stage.showBefore(null, null);
  assert.equal(stage.boxOf(["gone"]), null);
  assert.equal(stage.rows.taken(), taken);
});

test("what does not belong together is refused and changes nothing", () => {
  const world: World = new Map([["a", 0], ["b", 2]]);
  const { stage, chunk, data } = stageOf(world);
  stage.add(chunk, data);
  assert.throws(() => stage.add(chunk, data), /there already/);
  assert.throws(() => stage.add({ ...chunk, first: 1 }, data), /of 2/);
  const made = deltaOf(world, new Map([["a", 9]]), []);
  assert.throws(() => stage.apply({ ...made.delta, reload: true }, null), /loaded/);
  assert.throws(() => stage.apply(made.delta, new ArrayBuffer(9)), /head/);
  assert.throws(() => stage.apply({ ...made.delta, after: { ...made.delta.after, count: 5 } }, made.data), /of 1/);
  check(stage, world);
});

test("styles hide, and what is hidden is in no box of all", () => {
  const { stage, chunk, data } = stageOf(new Map([["a", 0], ["b", 2]]));
  stage.add(chunk, data);
  stage.dress.style((id) => (id === "b" ? { hidden: true } : null));
  assert.deepEqual(stage.boxOf(), [0, 0, 0, 1, 1, 1]);
  assert.deepEqual(stage.boxOf(["b"]), [2, 0, 0, 3, 1, 1]);
});

test("a delta with other levels renumbers those of all elements", () => {
  const { stage, chunk, data } = stageOf(new Map([["a", 0], ["b", 2]]));
  stage.add(chunk, data);
  const made = deltaOf(new Map(), new Map(), []);
  stage.apply({ ...made.delta, levels: [{ id: "L9", name: "Cellar", elevation: -3 }, ...levels] }, null);
  const seen: number[] = [];
  stage.dress.style((_id, _category, level) => {
    seen.push(level);
    return null;
  });
  assert.deepEqual(seen, [1, 1]);
});

test("what looks as it did has no ghost", () => {
  const { stage, chunk, data } = stageOf(new Map([["a", 0], ["b", 2]]));
  stage.add(chunk, data);
  const made = deltaOf(new Map([["a", 0], ["b", 9]]), new Map([["a", 0], ["b", 2]]), []);
  const facets: Record<string, string[]> = { a: ["properties"], b: ["place"] };
  made.delta.changes = made.delta.changes.map((c) => ({ ...c, facets: facets[c.id] ?? [] }));
  stage.showBefore(made.delta, made.old);
  assert.deepEqual(stage.boxOf(["a"]), [0, 0, 0, 1, 1, 1]);
  assert.deepEqual(stage.unpicked()[0]!.sources.flatMap((s) => [...s.elements]).map((e) => stage.rows.ids[e]), ["b"]);
});
