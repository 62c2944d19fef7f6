// Requests to the server of the page. The token goes into a header and never into an address; a failure is a Problem
// that says what to do next.
import type { Envelope } from "./api";
import { Problem, problemOf } from "./problem.ts";

let token = "";
let onSignedOut: () => void = () => {};

/** Sets the token that all requests carry from now on. */
export function carry(value: string): void {
  token = value;
}

/** Says what is done when the server does not know the token any more. */
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

function headers(body: boolean): HeadersInit {
  const all: Record<string, string> = {};
  if (token) all["Authorization"] = "Bearer " + token;
  if (body) all["Content-Type"] = "application/json";
  return all;
}

/** Sends a request and gives its answer, or throws a Problem. */
export async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    const init: RequestInit = {
      method,
      headers: headers(body !== undefined),
      redirect: "error",
      credentials: "omit",
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (signal) init.signal = signal;
    answer = await fetch(path, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Problem(0, { message: "the server cannot be reached", retryable: true });
  }
  if (answer.ok) return answer;
  const problem = problemOf(answer.status, await answer.text().catch(() => ""));
  if (problem.signedOut && token) onSignedOut();
  throw problem;
}

async function json<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return json<T>(await send("GET", path, undefined, signal));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  return json<T>(await send("POST", path, body));
}

export async function remove(path: string): Promise<void> {
  await send("DELETE", path);
}

export async function binary(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await send("GET", path, undefined, signal)).arrayBuffer();
}

/** Calls a tool and gives the data of its envelope. */
export async function tool<T>(name: string, args: Record<string, unknown>): Promise<T> {
  const envelope = await post<Envelope<T>>("/api/tools/" + encodeURIComponent(name), args);
  if (envelope.success && envelope.data !== null) return envelope.data;
  throw new Problem(200, envelope.error ?? {});
}

/** The address of a branch under /api. Names of branches may have slashes. */
export function branchPath(model: string, branch: string): string {
  return "/api/models/" + encodeURIComponent(model) + "/branches/" + encodeURIComponent(branch);
}

/** A query of the parameters that have a value. */
export function query(parameters: Record<string, string | number | boolean | undefined>): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") parts.set(name, String(value));
  }
  const text = parts.toString();
  return text && "?" + text;
}

/** Whether an error says only that the request is not wanted any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
