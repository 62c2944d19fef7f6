import assert from "node:assert/strict";
import { test } from "node:test";
import { EventReader, pause } from "../events.ts";

const stream =
  '\uFEFF: hello\nretry: 1500\n\nevent: head\nid: 7\ndata: {"a":\ndata: 1}\n\n' +
  "event: tasks\r\ndata:x\r\n\r\nevent: empty\n\ndata: last\n\n";

const expected = [
  { name: "head", data: '{"a":\n1}', id: "7" },
  { name: "tasks", data: "x", id: "7" },
  { name: "message", data: "last", id: "7" },
];

test("events come out whole, however the stream is cut", () => {
  for (let size = 1; size <= stream.length; size++) {
    const reader = new EventReader();
    const events = [];
    for (let i = 0; i < stream.length; i += size) events.push(...reader.push(stream.slice(i, i + size)));
    assert.deepEqual(events, expected, "pieces of " + size);
    assert.equal(reader.retry, 1500);
    assert.equal(reader.id, "7");
  }
});

test("an event without its empty line is not told", () => {
  assert.deepEqual(new EventReader().push("data: half\n"), []);
});

test("pauses grow to thirty seconds and are spread", () => {
  const middle = (): number => 0.5;
  assert.equal(pause(0, 0, middle), 1000);
  assert.equal(pause(3, 0, middle), 8000);
  assert.equal(pause(99, 0, middle), 30000);
  assert.equal(
    pause(0, 0, () => 0),
    750,
  );
  assert.equal(pause(0, 5000, middle), 5000);
});
