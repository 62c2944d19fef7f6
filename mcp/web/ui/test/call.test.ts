import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { branchPath, carry, get, query, tool, whenSignedOut } from "../call.ts";
import { Problem, problemOf } from "../problem.ts";

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
  carry("");
});

function answering(status: number, body: string, seen?: (request: RequestInit, path: string) => void): void {
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    seen?.(init, path);
    return new Response(body, { status });
  }) as typeof fetch;
}

const failure = JSON.stringify({
  success: false,
  data: null,
  error: { code: 1300, name: "NOT_FOUND", message: "no element: list them", retryable: false, data: { id: "x" } },
});

test("an envelope of failure becomes a problem with its next step", () => {
  const problem = problemOf(404, failure);
  assert.equal(problem.code, 1300);
  assert.equal(problem.title, "NOT_FOUND");
  assert.equal(problem.message, "no element: list them");
  assert.deepEqual(problem.data, { id: "x" });
});

test("what is no envelope says the status only", () => {
  for (const body of ["<html>oops</html>", "null", "3", '{"a":1}', ""]) {
    const problem = problemOf(502, body);
    assert.equal(problem.code, 0);
    assert.match(problem.message, /502/);
  }
});

test("a server out of reach is a problem of its own", async () => {
  globalThis.fetch = (() => Promise.reject(new TypeError("refused"))) as typeof fetch;
  await assert.rejects(get("/api/models"), (p: Problem) => p.unreachable && p.retryable);
});

test("the token goes into the header, never into the address", async () => {
  carry("secret");
  answering(200, "[]", (init, path) => {
    assert.equal((init.headers as Record<string, string>)["Authorization"], "Bearer secret");
    assert.ok(!path.includes("secret"));
    assert.equal(init.credentials, "omit");
  });
  assert.deepEqual(await get("/api/models"), []);
});

test("a session that is over is told once it was one", async () => {
  let told = 0;
  whenSignedOut(() => told++);
  answering(401, failure);
  await assert.rejects(get("/api/session"));
  assert.equal(told, 0);
  carry("old");
  await assert.rejects(get("/api/session"), (p: Problem) => p.signedOut);
  assert.equal(told, 1);
});

test("a tool gives its data, and its failure as a problem", async () => {
  answering(200, JSON.stringify({ success: true, data: { total: 3 } }));
  assert.deepEqual(await tool("list_tasks", {}), { total: 3 });
  answering(409, failure);
  await assert.rejects(tool("undo", {}), (p: Problem) => p.status === 409 && p.code === 1300);
});

test("paths escape names, queries leave out what is empty", () => {
  assert.equal(branchPath("m", "agent/x y"), "/api/models/m/branches/agent%2Fx%20y");
  assert.equal(query({ at: "", limit: 5, open: true, to: undefined }), "?limit=5&open=true");
  assert.equal(query({ at: "" }), "");
});
