import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, type Vector, corners } from "../box.ts";
import {
  type View, basis, between, depths, distanceOf, dot, extent, eyeOf, fitted, fromState, named, orbited, panned,
  pointAt, projected, projection, subtract, toState, zoomed,
} from "../camera.ts";

const aspect = 16 / 9;
const views: View[] = [];
for (const parallel of [false, true]) {
  for (const [azimuth, elevation] of [[0.3, 0.5], [-2, -1.2], [3.1, 0], [-Math.PI / 2, Math.PI / 2]] as const) {
    views.push({ target: [1e6 + 3, -2e5, 12], azimuth, elevation, distance: 25, parallel });
  }
}

function near(a: ArrayLike<number> | null, b: ArrayLike<number> | null, slack: number, what: string): void {
  assert.ok(a && b && a.length === b.length, what);
  for (let i = 0; i < a.length; i++) {
    assert.ok(Math.abs(a[i]! - b[i]!) <= slack, `${what}: ${Array.from(a)} and ${Array.from(b)}`);
  }
}

test("the directions of a camera are at right angles, and Z is up", () => {
  for (const v of views) {
    const { right, up, back } = basis(v);
    near([dot(right, right), dot(up, up), dot(back, back)], [1, 1, 1], 1e-12, "lengths");
    near([dot(right, up), dot(up, back), dot(back, right)], [0, 0, 0], 1e-12, "angles");
    assert.ok(up[2] >= -1e-12 && right[2] === 0);
  }
});

test("a state makes the same camera again", () => {
  for (const v of views) {
    const again = fromState(toState(v), -Math.PI / 2);
    assert.ok(again);
    near(eyeOf(again), eyeOf(v), 1e-6, "eye");
    near([again.azimuth, again.elevation, again.distance], [v.azimuth, v.elevation, v.distance], 1e-6, "angles");
  }
});

test("what is no camera is none", () => {
  const state = toState(views[0]!);
  assert.equal(fromState({ ...state, eye: state.target }, 0), null);
  assert.equal(fromState({ ...state, eye: [Number.NaN, 0, 0] }, 0), null);
  assert.equal(fromState({ ...state, parallel: true, height: 0 }, 0), null);
  assert.equal(fromState({ ...state, parallel: true, height: Infinity }, 0), null);
});

test("a point of the picture is the point that is drawn there", () => {
  for (const v of views) {
    const p = pointAt(v, aspect, 0.4, -0.7, 18);
    near(projected(v, aspect, p), [0.4, -0.7], 1e-9, "place");
  }
});

test("the projection matrix agrees, and its depth can be read back", () => {
  for (const v of views) {
    const range: [number, number] = [2, 80];
    const m = projection(v, aspect, range);
    const p = pointAt(v, aspect, 0.4, -0.7, 18);
    const b = basis(v);
    const way = subtract(p, eyeOf(v));
    const q = [dot(way, b.right), dot(way, b.up), dot(way, b.back), 1];
    const clip = [0, 1, 2, 3].map((row) => q.reduce((sum, n, column) => sum + n * m[column * 4 + row]!, 0));
    near([clip[0]! / clip[3]!, clip[1]! / clip[3]!], [0.4, -0.7], 1e-6, "place");
    near([distanceOf(v, range, (clip[2]! / clip[3]! + 1) / 2)], [18], 1e-6, "depth");
  }
});

test("what one turns around and goes to stays where it is in the picture", () => {
  for (const v of views) {
    const p = pointAt(v, aspect, 0.3, 0.2, 18);
    const at = projected(v, aspect, p);
    if (Math.abs(v.elevation) < 1.5) {
      near(projected(orbited(v, p, 0.7, 0.2), aspect, p), at, 1e-9, "turned");
    }
    near(projected(zoomed(v, p, 0.3, 1e4), aspect, p), at, 1e-9, "nearer");
  }
});

test("the view never turns over", () => {
  const v = orbited(views[0]!, [0, 0, 0], 0, 50);
  assert.ok(v.elevation < Math.PI / 2 && v.elevation > 1.5);
});

test("zooming ends before the point and far off", () => {
  assert.equal(zoomed(views[0]!, views[0]!.target, 0, 1e4).distance, 0.05);
  assert.equal(zoomed(views[0]!, views[0]!.target, 1e9, 1e4).distance, 1e4);
});

test("moving to the right moves what is seen to the left", () => {
  const v = views[0]!;
  const before = projected(v, aspect, v.target);
  const after = projected(panned(v, 1, 0), aspect, v.target);
  assert.ok(before && after && after[0] < before[0] && Math.abs(after[1] - before[1]) < 1e-9);
});

test("what is fitted fills nine tenths of the picture, and no more", () => {
  const box: Box = [1e6, -2e5, 0, 1e6 + 12, -2e5 + 8, 9];
  for (const v of views) {
    for (const shape of [aspect, 0.5]) {
      let most = 0;
      for (const corner of corners(box)) {
        const at = projected(fitted(v, box, shape), shape, corner);
        assert.ok(at);
        most = Math.max(most, Math.abs(at[0]), Math.abs(at[1]));
      }
      near([most], [0.9], 1e-6, "filled");
    }
  }
});

test("a single point can be fitted", () => {
  assert.equal(fitted(views[0]!, [1, 2, 3, 1, 2, 3], aspect).distance, 0.5);
});

test("all of a box is between the depths", () => {
  const box: Box = [0, 0, 0, 12, 8, 9];
  for (const parallel of [false, true]) {
    const v = fitted(named({ ...views[0]!, parallel }, "iso"), box, aspect);
    const [from, to] = depths(v, box);
    for (const corner of corners(box)) {
      const depth = -dot(subtract(corner, eyeOf(v)), basis(v).back);
      assert.ok(depth > from && depth < to);
    }
  }
  assert.ok(depths({ ...views[0]!, target: [5, 5, 5], distance: 0.1 }, box)[0] > 0);
});

test("named views look along the axes", () => {
  const looks: [Parameters<typeof named>[1], Vector, Vector][] = [
    ["top", [0, 0, 1], [1, 0, 0]], ["front", [0, -1, 0], [1, 0, 0]], ["right", [1, 0, 0], [0, 1, 0]],
    ["back", [0, 1, 0], [-1, 0, 0]], ["left", [-1, 0, 0], [0, -1, 0]],
  ];
  for (const [name, back, right] of looks) {
    const b = basis(named(views[0]!, name));
    near(b.back, back, 1e-12, name);
    near(b.right, right, 1e-12, name);
  }
});

test("a flight takes the short way round and ends where it should", () => {
  const [a, b] = [{ ...views[0]!, azimuth: 3 }, { ...views[1]!, azimuth: -3 }];
  near(eyeOf(between(a, b, 1)), eyeOf(b), 1e-6, "end");
  assert.ok(Math.abs(between(a, b, 0.5).azimuth - Math.PI) < 0.01);
});

test("the extent of a box holds its corners, and all of the picture when the eye is in it", () => {
  const box: Box = [0, 0, 0, 12, 8, 9];
  const v = fitted(named({ ...views[0]!, parallel: false }, "iso"), box, aspect);
  const [left, bottom, right, top] = extent(v, aspect, box);
  assert.ok(left < right && bottom < top && Math.max(-left, -bottom, right, top) <= 0.9 + 1e-6);
  assert.deepEqual(extent({ ...v, target: [6, 4, 4], distance: 1 }, aspect, box), [-1, -1, 1, 1]);
});
