// Reads what a reply is about, and keeps the bytes: a frame that was out of sight draws them again.
import type { Chunk } from "../api";
import { mergeScene } from "../merge.ts";
import { leftAway } from "./reach.ts";
import type { Reader } from "./reader.ts";
import {
  box,
  clashAt,
  cuts,
  difference,
  fade,
  levelId,
  levelsAway,
  levelsOff,
  loading,
  original,
  progress,
  scene,
  selection,
  subject,
  trouble,
  viewer,
} from "./state.ts";
import type { Look, Place, Subject } from "./subject.ts";

const atOnce = 2; // chunks on their way: hosts answer one after the other

let bodies = new Map<Chunk, ArrayBuffer>();
let run = 0; // counts what was asked for: an older one must not write over a newer

/** Reads a subject. What was shown before is gone. */
export async function load(reader: Reader, next: Subject): Promise<void> {
  const mine = ++run;
  forget();
  subject.value = next;
  if (!("place" in next)) return;
  loading.value = true;
  try {
    await read(reader, next, () => mine === run);
  } catch (error) {
    if (mine === run) trouble.value = error as Error;
  }
  if (mine === run) {
    loading.value = false;
    progress.value = null;
  }
}

function forget(): void {
  bodies = new Map();
  original.value = scene.value = null;
  difference.value = null;
  trouble.value = null;
  selection.value = [];
  fade.value = 1;
  clashAt.value = 0;
  cuts.value = {};
  box.value = null;
  levelsOff.value = levelsAway.value = new Set();
}

async function read(reader: Reader, next: Subject & { place: Place }, current: () => boolean): Promise<void> {
  const state = await reader.scene(next.place);
  if (!current()) return;
  levelsOff.value = levelsAway.value = new Set([...leftAway(state.chunks)].map((level) => levelId(state, level)));
  original.value = scene.value = state;
  if (next.kind === "state") cutAs(next.look);
  await readBodies(
    reader,
    state.chunks.filter((one) => !levelsAway.value.has(levelId(state, one.level))),
    current,
  );
  const since = next.kind === "difference" ? next.from : next.kind === "state" ? next.look.since : "";
  const found =
    next.kind === "plan"
      ? await reader.plan(next.place, next.request.id)
      : since !== ""
        ? await reader.delta(next.place, since)
        : null;
  if (!found || !current()) return;
  // What is planned is no revision yet: what is told beside the picture is of the one that it was planned on.
  if (next.kind === "plan" && !found.delta.reload) {
    scene.value = { ...mergeScene(state, found.delta), revision: state.revision, at: state.at };
  }
  difference.value = found;
}

/** Cuts as the picture was cut. */
function cutAs(look: Look): void {
  box.value = look.box;
  const cut = look.cut;
  const level = cut && scene.value?.levels.find((one) => one.id === cut.level || one.name === cut.level);
  if (cut && level) cuts.value = { z: level.elevation + cut.height };
}

async function readBodies(reader: Reader, chunks: readonly Chunk[], current: () => boolean): Promise<void> {
  const total = chunks.reduce((sum, chunk) => sum + chunk.count, 0);
  let done = 0;
  let next = 0;
  progress.value = { done, total };
  const one = async (): Promise<void> => {
    for (let chunk = chunks[next++]; chunk && current(); chunk = chunks[next++]) {
      const data = await reader.bodies(chunk.url);
      if (!current()) return;
      bodies.set(chunk, data);
      viewer.value?.add(chunk, data);
      progress.value = { done: (done += chunk.count), total };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Switches a storey on or off; its bodies are read when they are wanted first. */
export async function toggleLevel(reader: Reader, level: string): Promise<void> {
  const off = new Set(levelsOff.value);
  if (!off.delete(level)) off.add(level);
  levelsOff.value = off;
  if (off.has(level) || !levelsAway.value.has(level)) return;
  const mine = run;
  const away = new Set(levelsAway.value);
  away.delete(level);
  levelsAway.value = away;
  try {
    const state = original.value;
    const chunks = state?.chunks.filter((chunk) => levelId(state, chunk.level) === level) ?? [];
    await readBodies(reader, chunks, () => mine === run);
  } catch (error) {
    if (mine === run) trouble.value = error as Error;
  }
  if (mine === run) progress.value = null;
}

/** The bodies that are there, by chunk. */
export function known(): ReadonlyMap<Chunk, ArrayBuffer> {
  return bodies;
}
