// What differs between the shown state and the one it is compared with, or what a plan would change.
import { computed, signal } from "@preact/signals";
import type { Change, Delta } from "./api";
import { announce } from "./announce.ts";
import { binary, branchPath, get, isAbort, query } from "./call.ts";
import { compareNames } from "./outline.ts";
import { place } from "./place.ts";
import { plan, planDelta, scene, viewer } from "./scene.ts";

const compared = signal<Delta | null>(null);
export const comparing = signal(false); // a difference is on its way
export const comparisonTrouble = signal<Error | null>(null);
export const fade = signal(1); // 0 shows the state before, 1 the one after

/** The difference that is shown; null when nothing is compared. */
export const difference = computed<Delta | null>(() => (plan.value ? planDelta.value : compared.value));

export const changeCounts = computed<Record<Change, number>>(() => {
  const counts: Record<Change, number> = { added: 0, modified: 0, deleted: 0, derived: 0 };
  for (const change of difference.value?.changes ?? []) counts[change.change]++;
  return counts;
});

const order: Change[] = ["deleted", "added", "modified", "derived"];

/** The changes by storey, from below, then by what was done and name. */
export const sortedChanges = computed<Delta["changes"]>(() => {
  const delta = difference.value;
  const height = new Map(delta?.levels.map((level) => [level.name, level.elevation]) ?? []);
  return [...(delta?.changes ?? [])].sort(
    (a, b) =>
      (height.get(a.level) ?? 1e9) - (height.get(b.level) ?? 1e9) ||
      a.level.localeCompare(b.level) ||
      order.indexOf(a.change) - order.indexOf(b.change) ||
      compareNames(a.name, b.name),
  );
});

let current = new AbortController();

/** Loads the difference that the address asks for, anew whenever the shown state is another one. */
export async function compare(): Promise<void> {
  const { model, branch, diff } = place.value;
  const state = scene.value;
  current.abort();
  if (diff === "" || plan.value) {
    compared.value = null;
    comparing.value = false;
    comparisonTrouble.value = null;
    return;
  }
  if (!state || state.model_id !== model || state.branch !== branch) return;
  const until = (current = new AbortController()).signal;
  comparing.value = true;
  try {
    const path = branchPath(model, branch) + "/delta" + query({ from: diff, to: state.revision });
    const delta = await get<Delta>(path, until);
    if (until.aborted) return;
    compared.value = delta;
    comparisonTrouble.value = null;
  } catch (error) {
    if (isAbort(error)) return;
    compared.value = null;
    comparisonTrouble.value = error as Error;
    announce(comparisonTrouble.value.message);
  }
  comparing.value = false;
}

let drawn: Delta | null = null;

/** Puts what was before into the viewer, as ghosts, or takes it away. */
export async function drawBefore(): Promise<void> {
  const into = viewer.value;
  const delta = difference.value;
  drawn = delta;
  if (!into) return;
  if (!delta || delta.reload) {
    into.before(null, null);
    return;
  }
  try {
    const data = delta.before.url ? await binary(delta.before.url) : null;
    if (drawn === delta && viewer.value === into) into.before(delta, data);
  } catch {
    // The list tells what was deleted all the same; the picture says nothing of it.
  }
}
