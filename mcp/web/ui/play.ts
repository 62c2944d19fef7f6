// Playing the history: change after change, each for the same time, with what it touched lit up.
import { signal } from "@preact/signals";
import { flashing } from "./appearance.ts";
import { changeOf } from "./changes.ts";
import { stepChange } from "./navigate.ts";
import { go, place } from "./place.ts";
import { scrubbing } from "./route.ts";
import { scene, waiting } from "./scene.ts";

export const playing = signal(false);
export const speed = signal(2); // changes a second

let timer: ReturnType<typeof setTimeout> | undefined;

export function togglePlay(): void {
  if (playing.value) stop();
  else void start();
}

export function stop(): void {
  if (!playing.value) return;
  playing.value = false;
  scrubbing.value = false;
  clearTimeout(timer);
  flashing.value = new Set();
}

/** Plays from the shown state on; from the head it begins at the first change. */
async function start(): Promise<void> {
  const state = scene.value;
  if (!state) return;
  if (state.revision < state.head) playFrom(state.revision);
  else playFrom((await changeOf(0))?.last ?? 0);
}

/** Plays what came after a revision. */
export function playFrom(revision: number): void {
  clearTimeout(timer);
  playing.value = true;
  scrubbing.value = true;
  go({ at: String(revision), diff: "" });
  next();
}

function next(): void {
  timer = setTimeout(() => void tick(), 1000 / speed.value);
}

async function tick(): Promise<void> {
  if (!playing.value) return;
  if (waiting.value) {
    next(); // slower than wished rather than skipping changes
    return;
  }
  try {
    const went = await stepChange(1);
    const change = scene.value ? await changeOf(Number(place.value.at) || scene.value.head) : null;
    flashing.value = new Set(change?.ids ?? []);
    if (!went || place.value.at === "") stop();
    else next();
  } catch {
    stop();
  }
}
