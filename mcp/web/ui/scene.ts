// The state that is shown. One state at a time: a scene is loaded as a whole, or turned into another one by a delta,
// and whoever asks for a third one meanwhile gets it after that. The camera is left alone but for the first state of a
// model.
import { computed, signal } from "@preact/signals";
import type { Chunk, Delta, Scene } from "./api";
import { binary, branchPath, get, isAbort, query } from "./call.ts";
import { Problem } from "./problem.ts";
import type { Viewer } from "./gl/types";
import { mergeScene } from "./merge.ts";
import { place } from "./place.ts";

/** What is shown, or wanted: a state, or what it would be after a plan that somebody has to agree to. */
export interface Wanted {
  model: string;
  branch: string;
  at: string;
  plan: string; // id of an approval; "" for none
  linked: boolean; // with the models that the branch links
}

export interface Progress {
  done: number;
  total: number; // elements
  level: string; // that comes next
}

export const scene = signal<Scene | null>(null);
export const linked = signal(false); // the linked models are wanted too
export const viewer = signal<Viewer | null>(null);
export const progress = signal<Progress | null>(null);
export const trouble = signal<Error | null>(null);
export const waiting = signal(false); // the wanted state is not the shown one yet
export const plan = signal<{ id: string; model: string; branch: string; revision: number } | null>(null);
export const planDelta = signal<Delta | null>(null); // of the plan that is shown
export const liveHead = signal<Record<string, number>>({}); // by model and branch, as it was heard
export const storeys = signal<ReadonlySet<string> | null>(null); // of a model that is too large: those to be loaded
/** Counts the states that were put into the viewer: what hangs on them, such as ghosts, is put there again. */
export const painted = signal(0);

// A browser holds about that many triangles with room to spare (220 MB of buffers for ten million).
const mostTriangles = 10_000_000;
const atOnce = 4;

let shown: Wanted | null = null;
let shownIn: Viewer | null = null;
let running = false;
let current = new AbortController();

export const headKey = (model: string, branch: string): string => model + "\n" + branch;

/** Triangles of a chunk. Those of a state are not counted before its bodies are made: a body has a hundred. */
const weight = (chunk: Chunk): number => chunk.triangles || chunk.count * 100;

export const tooLarge = computed(
  () => (scene.value?.chunks.reduce((sum, chunk) => sum + weight(chunk), 0) ?? 0) > mostTriangles,
);

function wanted(): Wanted | null {
  const p = plan.value;
  if (p) return { model: p.model, branch: p.branch, at: String(p.revision), plan: p.id, linked: false };
  const { model, branch, at } = place.value;
  return model ? { model, branch, at, plan: "", linked: linked.value } : null;
}

/** Brings the page to the state that is wanted; when it is on its way already, it goes on to the latest one. */
export async function follow(): Promise<void> {
  const target = wanted();
  if (running) {
    if (target && shown && elsewhere(shown, target)) current.abort();
    return;
  }
  running = true;
  waiting.value = true;
  try {
    for (let next = wanted(); next && !reached(next); next = wanted()) {
      current = new AbortController();
      try {
        await step(next, current.signal);
        trouble.value = null;
      } catch (error) {
        if (isAbort(error)) continue;
        if (same(next, wanted())) {
          trouble.value = error as Error;
          return;
        }
      }
    }
  } finally {
    running = false;
    waiting.value = false;
    progress.value = null;
  }
}

/** Loads what is shown once more: after the stream missed too much, or on request. */
export function reload(): Promise<void> {
  shown = null;
  return follow();
}

function same(a: Wanted, b: Wanted | null): boolean {
  return b !== null && a.model === b.model && a.branch === b.branch && a.at === b.at && a.plan === b.plan &&
    a.linked === b.linked;
}

function elsewhere(a: Wanted, b: Wanted): boolean {
  return a.model !== b.model || a.branch !== b.branch || a.plan !== b.plan || a.linked !== b.linked;
}

function reached(next: Wanted): boolean {
  const state = scene.value;
  if (!shown || !state || shownIn !== viewer.value || !same(shown, next)) return false;
  return next.at !== "" || next.plan !== "" || (heardHead(next) ?? state.revision) <= state.revision;
}

function heardHead(of: Wanted): number | undefined {
  return liveHead.value[headKey(of.model, of.branch)];
}

async function step(next: Wanted, until: AbortSignal): Promise<void> {
  const state = scene.value;
  const begins = !state || !shown || shownIn !== viewer.value || elsewhere(shown, next) || shown.plan !== "" ||
    next.linked;
  if (begins) await load(next, until);
  else await turn(state, next, until);
  if (next.plan) await preview(next, until);
  shown = next;
}

async function load(next: Wanted, until: AbortSignal): Promise<void> {
  const at = next.at === "" ? (heardHead(next) ?? "") : next.at;
  const asked = query({ at, models: next.linked ? "all" : "" });
  const state = await get<Scene>(branchPath(next.model, next.branch) + "/scene" + asked, until);
  const keepCamera = scene.value?.model_id === state.model_id && shownIn === viewer.value;
  const into = viewer.value;
  planDelta.value = null;
  if (scene.value?.model_id !== state.model_id) storeys.value = null;
  scene.value = state;
  noteHead(state);
  shownIn = into;
  if (into) {
    into.begin(state, keepCamera);
    painted.value++;
    await addChunks(into, state, until);
  }
}

/** Turns the shown state into another one of the same branch. */
async function turn(state: Scene, next: Wanted, until: AbortSignal): Promise<void> {
  const to = next.at === "" ? (heardHead(next) ?? "") : next.at;
  const path = branchPath(next.model, next.branch) + "/delta" + query({ from: state.revision, to });
  const delta = await get<Delta>(path, until);
  if (delta.reload) return load(next, until);
  await apply(state, delta, until);
  noteHead(delta.to);
}

async function preview(next: Wanted, until: AbortSignal): Promise<void> {
  const delta = await get<Delta>("/api/approvals/" + encodeURIComponent(next.plan) + "/delta", until);
  const state = scene.value;
  if (!state || delta.reload) return;
  await apply(state, delta, until);
  // What is planned has no revision yet: what is told beside the picture is of the one that it was planned on.
  scene.value = { ...scene.value!, revision: state.revision, head: state.head, at: state.at };
  planDelta.value = delta;
}

async function apply(state: Scene, delta: Delta, until: AbortSignal): Promise<void> {
  const data = delta.after.url && viewer.value ? await binary(delta.after.url, until) : null;
  viewer.value?.apply(delta, data);
  scene.value = mergeScene(state, delta);
  painted.value++;
}

function noteHead(state: { model_id: string; branch: string; head: number }): void {
  const key = headKey(state.model_id, state.branch);
  const heard = liveHead.value[key] ?? -1;
  if (state.head > heard) liveHead.value = { ...liveHead.value, [key]: state.head };
}

async function addChunks(into: Viewer, state: Scene, until: AbortSignal): Promise<void> {
  const chosen = storeys.value;
  if (tooLarge.value && !chosen) return;
  const name = (chunk: Chunk): string => state.levels[chunk.level]?.name ?? "";
  const chunks = state.chunks.filter(
    (chunk) => chunk.url !== "" && (!chosen || chosen.has(state.levels[chunk.level]?.id ?? "")),
  );
  const total = chunks.reduce((sum, chunk) => sum + chunk.count, 0);
  let done = 0;
  const coming = chunks.map(() => null as Promise<ArrayBuffer> | null);
  const fetchUpTo = (end: number): void => {
    chunks.slice(0, end).forEach((chunk, i) => {
      if (coming[i]) return;
      coming[i] = binary(chunk.url, until);
      coming[i].catch(() => {}); // told where it is awaited
    });
  };
  for (const [i, chunk] of chunks.entries()) {
    progress.value = { done, total, level: name(chunk) };
    fetchUpTo(i + atOnce);
    into.add(chunk, await coming[i]!);
    coming[i] = Promise.resolve(new ArrayBuffer(0));
    done += chunk.count;
  }
}

/** Chooses the storeys of a model that is too large to be shown whole. */
export function chooseStoreys(ids: ReadonlySet<string>): void {
  storeys.value = ids;
  void reload();
}

/** What is to be said where a link names a state that is not there. */
export function isGone(error: Error | null): boolean {
  return error instanceof Problem && error.status === 404;
}
