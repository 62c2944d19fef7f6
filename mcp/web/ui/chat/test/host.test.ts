import assert from "node:assert/strict";
import { test } from "node:test";
import { Host, Refused, type Context } from "../host.ts";

interface Sent {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
}

function connected(): { host: Host; sent: Sent[]; heard: [string, unknown][] } {
  const sent: Sent[] = [];
  const heard: [string, unknown][] = [];
  const host = new Host(
    { postMessage: (message) => void sent.push(message as Sent) },
    {
      input: (args) => heard.push(["input", args]),
      result: (result) => heard.push(["result", result]),
      cancelled: (reason) => heard.push(["cancelled", reason]),
      context: (changed: Context) => heard.push(["context", changed]),
      teardown: () => heard.push(["teardown", null]),
    },
  );
  return { host, sent, heard };
}

const say = (host: Host, message: object): void => host.take({ jsonrpc: "2.0", ...message });

test("the view says hello, and that it is there when the host has answered", async () => {
  const { host, sent, heard } = connected();
  const begun = host.begin("bimstream", "1", ["inline", "fullscreen"]);
  assert.equal(sent[0]!.method, "ui/initialize");
  assert.deepEqual(sent[0]!.params!["appCapabilities"], { availableDisplayModes: ["inline", "fullscreen"] });
  say(host, { id: sent[0]!.id, result: { hostCapabilities: { message: {} }, hostContext: { theme: "dark" } } });
  await begun;
  assert.deepEqual(heard, [["context", { theme: "dark" }]]);
  assert.deepEqual(host.capabilities, { message: {} });
  assert.equal(sent.at(-1)!.method, "ui/notifications/initialized");
});

test("a host that refuses or keeps silent is told all the same", async (t) => {
  const { host, sent } = connected();
  const refused = host.begin("bimstream", "1", []);
  say(host, { id: sent[0]!.id, error: { code: -32601, message: "what?" } });
  await refused;
  assert.equal(sent.at(-1)!.method, "ui/notifications/initialized");
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const deaf = connected();
  const begun = deaf.host.begin("bimstream", "1", []);
  t.mock.timers.tick(2000);
  await begun;
  assert.equal(deaf.sent.at(-1)!.method, "ui/notifications/initialized");
});

test("answers go to who has asked; refusals have their values", async () => {
  const { host, sent } = connected();
  const [one, two] = [host.ask("resources/read", { uri: "a" }), host.ask("resources/read", { uri: "b" })];
  say(host, { id: sent[1]!.id, result: { n: 2 } });
  say(host, { id: sent[0]!.id, error: { code: -32002, message: "gone", data: { uri: "a" } } });
  assert.deepEqual(await two, { n: 2 });
  await assert.rejects(
    one,
    (error) => error instanceof Refused && error.code === -32002 && error.data["uri"] === "a",
  );
});

test("what the host says on its own is heard; what it asks is answered", () => {
  const { host, sent, heard } = connected();
  say(host, { method: "ui/notifications/tool-input", params: { arguments: { a: 1 } } });
  say(host, { method: "ui/notifications/tool-input-partial", params: { arguments: { a: 1 } } });
  say(host, { method: "ui/notifications/tool-result", params: { content: [] } });
  say(host, { method: "ui/notifications/tool-cancelled", params: {} });
  say(host, { method: "ui/notifications/host-context-changed", params: { theme: "light" } });
  say(host, { id: "x", method: "ui/resource-teardown", params: {} });
  say(host, { id: 9, method: "ping" });
  host.take("noise");
  host.take(null);
  host.take({ jsonrpc: "1.0", method: "ping", id: 3 });
  assert.deepEqual(
    heard.map(([name]) => name),
    ["input", "result", "cancelled", "context", "teardown"],
  );
  assert.deepEqual(sent, [
    { jsonrpc: "2.0", id: "x", result: {} },
    { jsonrpc: "2.0", id: 9, result: {} },
  ]);
});
