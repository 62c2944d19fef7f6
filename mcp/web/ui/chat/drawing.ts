// Keeps the renderer in step with what is to be shown.
import { effect, untracked } from "@preact/signals";
import { createViewer } from "../gl/viewer.ts";
import type { Viewer } from "../gl/types";
import { known } from "./loading.ts";
import { type Show, styleOf } from "./look.ts";
import {
  box,
  changes,
  clash,
  contextLost,
  context,
  cuts,
  difference,
  fade,
  frame,
  hovered,
  kinds,
  levelsOff,
  listOpen,
  loading,
  look,
  named,
  noWebGL,
  only,
  original,
  restGhostly,
  scene,
  selection,
  subject,
  viewer,
} from "./state.ts";
import type { Look } from "./subject.ts";

const slope = Math.tan((20 * Math.PI) / 180); // of the renderer's field of view of 40 degrees
const around = 2.5; // times as much as what differs is in the picture, so that it is seen where it is

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const moves = (): boolean => !still.matches;

export const isDark = (): boolean => {
  const { theme } = context.value;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

let handled = false; // the reader has moved the camera: nothing else moves it then

/** Draws on a canvas until the function that it returns is called. */
export function drawOn(canvas: HTMLCanvasElement): () => void {
  const made = createViewer(canvas, {
    pick(hit, additive) {
      const id = hit?.id;
      if (id === undefined) selection.value = additive ? selection.value : [];
      else if (!additive) selection.value = [id];
      else
        selection.value = selection.value.includes(id)
          ? selection.value.filter((one) => one !== id)
          : [...selection.value, id];
      if (id !== undefined) listOpen.value = false;
    },
    hover: (hit) => (hovered.value = hit?.id ?? null),
    camera: () => {},
    frame: () => frame.value++,
    lost: () => (contextLost.value = true),
    restored: () => (contextLost.value = false),
  });
  noWebGL.value = made === null;
  if (!made) return () => {};
  viewer.value = made;
  const hand = new AbortController();
  for (const name of ["pointerdown", "wheel", "keydown"]) {
    canvas.addEventListener(name, () => (handled = true), { signal: hand.signal, passive: true });
  }
  const stops = follow(made);
  return () => {
    for (const stop of stops) stop();
    hand.abort();
    viewer.value = null;
    made.dispose();
  };
}

function follow(of: Viewer): (() => void)[] {
  return [
    effect(() => of.theme(isDark())),
    effect(() => begin(of)),
    effect(() => compare(of)),
    effect(() => {
      void original.value;
      void scene.value;
      of.style(styleOf(shown()));
    }),
    effect(() => of.select(selection.value)),
    effect(() => of.hovered(hovered.value)),
    effect(() => of.fade(fade.value)),
    effect(() => of.cut(planes())),
    effect(() => {
      if (!loading.value && original.value) {
        void clash.value;
        untracked(() => aim(of));
      }
    }),
  ];
}

/** Begins with a state that was read, and draws what is there of it already. */
function begin(of: Viewer): void {
  const state = original.value;
  if (!state) return;
  untracked(() => {
    handled = false;
    of.begin(state, false);
    for (const [chunk, data] of known()) of.add(chunk, data);
  });
}

function compare(of: Viewer): void {
  const found = difference.value;
  if (!original.value) return;
  untracked(() => {
    if (!found || found.delta.reload) return of.before(null, null);
    if (subject.value?.kind === "plan") of.apply(found.delta, found.after.byteLength > 0 ? found.after : null);
    of.before(found.delta, found.before.byteLength > 0 ? found.before : null);
  });
}

function shown(): Show {
  const state = scene.value;
  const off = levelsOff.value;
  const levels = new Set((state?.levels ?? []).flatMap((level, i) => (off.has(level.id) ? [i] : [])));
  if (off.has("")) levels.add(-1);
  return {
    levels,
    only: only.value,
    rooms: (look.value?.only.categories.length ?? 0) > 0,
    highlight: new Set(named(look.value?.highlight ?? [])),
    pair: clash.value?.pair.map((one) => one.id) ?? [],
    changes: changes.value,
    kinds: kinds.value,
    selected: new Set(selection.value),
    ghosts: restGhostly.value,
  };
}

/** Planes that cut: of the box, which the picture was asked for, and of the sliders. */
function planes(): [number, number, number, number][] {
  void original.value;
  const list: [number, number, number, number][] = [];
  const { x, y, z } = cuts.value;
  if (x !== undefined) list.push([1, 0, 0, x]);
  if (y !== undefined) list.push([0, 1, 0, y]);
  if (z !== undefined) list.push([0, 0, 1, z]);
  const b = box.value;
  if (b) {
    list.push(
      [1, 0, 0, b[3]!],
      [-1, 0, 0, -b[0]!],
      [0, 1, 0, b[4]!],
      [0, -1, 0, -b[1]!],
      [0, 0, 1, b[5]!],
      [0, 0, -1, -b[2]!],
    );
  }
  return list;
}

/** Brings what a reply is about into the picture. */
function aim(of: Viewer): void {
  const pair = clash.value?.pair.map((one) => one.id) ?? [];
  if (pair.length > 0) return of.fit(pair, moves());
  if (handled) return;
  if (difference.value) {
    const ids = difference.value.delta.changes.map((one) => one.id);
    if (of.boxOf(ids)) {
      of.fit(ids);
      return stepBack(of, around);
    }
  }
  const asked = look.value;
  if (asked?.eye && asked.target) lookAs(of, asked);
  else of.fit();
}

/** The side from which the picture was taken; where the eye was given, that very place. */
function lookAs(of: Viewer, asked: Look): void {
  const far = Math.tan((asked.field * Math.PI) / 360) / slope;
  const eye = asked.target!.map((at, i) => at + (asked.eye![i]! - at) * far) as [number, number, number];
  const distance = Math.hypot(...eye.map((at, i) => at - asked.target![i]!));
  of.setCamera({ eye, target: asked.target!, parallel: false, height: 2 * slope * distance });
  if (!asked.free) of.fit(asked.lookAt.length > 0 ? named(asked.lookAt) : undefined);
}

function stepBack(of: Viewer, times: number): void {
  const { eye, target, parallel, height } = of.camera();
  const back = eye.map((at, i) => target[i]! + (at - target[i]!) * times) as [number, number, number];
  of.setCamera({ eye: back, target, parallel, height: height * times });
}
