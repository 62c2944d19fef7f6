import assert from "node:assert/strict";
import { test } from "node:test";
import { subjectOf } from "../subject.ts";

const ok = (data: object): object => ({ content: [], structuredContent: { success: true, data } });
const place = { model_id: "m", branch: "main", revision: 7 };

test("a picture is a state, with how it was asked for", () => {
  const s = subjectOf(ok({ ...place, eye: [1000, -2000, 3000], target: [0, 0, 0], field_of_view: 0 }), {
    look_at: ["W1"],
    highlight: ["D1"],
    level_ids: ["Ground"],
    cut_level_id: "Ground",
    box: { min: [0, 0, 0], max: [1000, 2000, 3000] },
    colour_by: "category",
  });
  assert.ok(s.kind === "state");
  assert.deepEqual(s.place, { model: "m", branch: "main", revision: 7 });
  assert.deepEqual(s.look.eye, [1, -2, 3]);
  assert.equal(s.look.field, 40);
  assert.equal(s.look.free, false);
  assert.deepEqual(s.look.box, [0, 0, 0, 1, 2, 3]);
  assert.deepEqual(s.look.cut, { level: "Ground", height: 1.2 });
  assert.deepEqual([s.look.lookAt, s.look.highlight, s.look.only.levels], [["W1"], ["D1"], ["Ground"]]);
  assert.equal(s.look.colouring, "category");
});

test("a picture of changes is compared with what it was asked since", () => {
  const s = subjectOf(ok(place), { colour_by: "change", since: 3 });
  assert.ok(s.kind === "state" && s.look.since === "3" && s.look.colouring === "");
});

test("the other replies are told by their shape", () => {
  const d = subjectOf(
    ok({
      model_id: "m",
      branch: "b",
      from_revision: 0,
      to_revision: 9,
      counts: { added: 1, deleted: 0, modified: 2, derived: 4 },
    }),
    {},
  );
  assert.deepEqual(d, {
    kind: "difference",
    place: { model: "m", branch: "b", revision: 9 },
    from: "0",
    total: 7,
  });
  const c = subjectOf(
    ok({
      ...place,
      total: 30,
      clashes: [
        {
          key: "k",
          kind: "hard",
          status: "new",
          depth: 120,
          location: [1000, 0, 500],
          elements: [
            { element_id: "a", name: "W1", category: "wall" },
            { element_id: "b", name: "P1", category: "pipe" },
          ],
        },
      ],
    }),
    {},
  );
  assert.ok(c.kind === "clashes" && c.total === 30);
  assert.deepEqual(c.clashes[0]!.at, [1, 0, 0.5]);
  assert.deepEqual(
    c.clashes[0]!.pair.map((one) => one.id),
    ["a", "b"],
  );
  const p = subjectOf(
    ok({
      ...place,
      approval_id: "q",
      plan_sha256: "x",
      status: "pending",
      requester: "drafter",
      expires_at: "2026-05-04T09:00:00Z",
      how: "bimstream approvals approve q",
    }),
    {},
  );
  assert.ok(p.kind === "plan" && p.request.by === "drafter" && p.request.reason === "");
});

test("hosts that hand on the text alone are understood too", () => {
  const text = JSON.stringify({ success: true, data: place });
  assert.equal(
    subjectOf(
      {
        content: [
          { type: "text", text: "words" },
          { type: "text", text },
        ],
      },
      {},
    ).kind,
    "state",
  );
});

test("what is no reply, or a failure, is said to be so", () => {
  for (const no of [null, 3, {}, { content: [{ type: "text", text: "[1]" }] }, ok({}), ok({ model_id: "m" })]) {
    assert.equal(subjectOf(no, {}).kind, "none");
  }
  assert.deepEqual(
    subjectOf({ structuredContent: { success: false, data: null, error: { message: "no model" } } }, {}),
    { kind: "failed", message: "no model" },
  );
});
