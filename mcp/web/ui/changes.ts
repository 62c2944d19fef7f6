// The change sets of the branch, the newest first, as far back as somebody has looked; and the way from one to the
// next.
import { computed, signal } from "@preact/signals";
import type { Changes, ChangeSet, Timeline } from "./api";
import { branchPath, get, query } from "./call.ts";
import { place } from "./place.ts";
import { headKey, scene } from "./scene.ts";

export const changes = signal<{ key: string; list: ChangeSet[]; more: boolean } | null>(null);
export const timeline = signal<{ key: string; data: Timeline } | null>(null);
export const changesTrouble = signal<Error | null>(null);

const page = 200;
const mostBuckets = 800;

const key = (): string => headKey(place.value.model, place.value.branch);

const path = (): string => branchPath(place.value.model, place.value.branch);

/** Loads the last change sets and the strip of the branch. */
export async function loadHistory(): Promise<void> {
  const asked = key();
  if (!place.value.model) return;
  try {
    const [list, strip] = await Promise.all([
      get<Changes>(path() + "/changes" + query({ limit: page })),
      get<Timeline>(path() + "/timeline" + query({ buckets: mostBuckets })),
    ]);
    if (asked !== key()) return;
    changes.value = { key: asked, ...joined(list, changes.value, asked) };
    timeline.value = { key: asked, data: strip };
    changesTrouble.value = null;
  } catch (error) {
    if (asked === key()) changesTrouble.value = error as Error;
  }
}

/** What is known of older change sets is kept behind a new first page that reaches it. */
function joined(fresh: Changes, known: typeof changes.value, asked: string): { list: ChangeSet[]; more: boolean } {
  const page = { list: fresh.changes, more: fresh.more };
  const oldest = fresh.changes.at(-1);
  if (!known || known.key !== asked || !oldest || !fresh.more) return page;
  const older = known.list.filter((change) => change.last < oldest.first);
  if (older[0]?.last !== oldest.first - 1) return page;
  return { list: [...fresh.changes, ...older], more: known.more };
}

/** Loads the change sets before the oldest one that is known. */
export async function loadOlder(): Promise<void> {
  const known = changes.value;
  const oldest = known?.list.at(-1);
  if (!known?.more || !oldest) return;
  const next = await get<Changes>(path() + "/changes" + query({ before: oldest.first, limit: page }));
  if (changes.value !== known) return;
  changes.value = { ...known, list: [...known.list, ...next.changes], more: next.more };
}

/** Puts a change set that was heard before the others; the strip follows by loadHistory. */
export function addChange(change: ChangeSet): void {
  const known = changes.value;
  if (!known || (known.list[0]?.last ?? -1) >= change.last) return;
  changes.value = { ...known, list: [change, ...known.list] };
}

export const changeAt = computed<ChangeSet | null>(() => {
  const revision = scene.value?.revision ?? -1;
  return changes.value?.list.find((change) => change.first <= revision && revision <= change.last) ?? null;
});

/** The change set that wrote a revision; null before the first one. */
export async function changeOf(revision: number): Promise<ChangeSet | null> {
  if (revision < 0) return null;
  const known = changes.value?.list.find((change) => change.first <= revision && revision <= change.last);
  if (known) return known;
  const before = await get<Changes>(path() + "/changes" + query({ before: revision + 1, limit: 1 }));
  return before.changes[0] ?? null;
}

/** The last revision of the change set before, or after, the one of a revision; null at either end. */
export async function neighbour(revision: number, step: 1 | -1): Promise<number | null> {
  const here = await changeOf(revision);
  if (step < 0) return here && here.first > 0 ? here.first - 1 : null;
  const next = await changeOf((here?.last ?? -1) + 1);
  return next && next.last > revision ? next.last : null;
}
