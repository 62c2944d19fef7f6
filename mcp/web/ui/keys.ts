// Keys of the canvas and of lists. Keys of one letter count only there, and can be switched off.
import type { TargetedKeyboardEvent } from "preact";
import { ghostRest, hide, isolate, showAll } from "./appearance.ts";
import { difference, fade } from "./difference.ts";
import { setMeasuring } from "./measuring.ts";
import { fitSelection, fitTo, stepChange, stepDifference, toggleComparison } from "./navigate.ts";
import { stepFinding } from "./spotlight.ts";
import { go, goLive, model, place } from "./place.ts";
import { playing, togglePlay } from "./play.ts";
import { mayMove, preferences } from "./preferences.ts";
import { panel } from "./route.ts";
import { plan, scene, viewer } from "./scene.ts";
import { select, selection } from "./selection.ts";
import { helpOpen } from "./dialogs.ts";

const turn = 24; // pixels of a drag that one press stands for

export function onCanvasKey(event: TargetedKeyboardEvent<HTMLElement>): void {
  const of = viewer.value;
  if (!of || event.ctrlKey || event.metaKey || event.altKey) return;
  const moves: Record<string, () => void> = {
    ArrowLeft: () => (event.shiftKey ? of.pan(turn, 0) : of.orbit(-turn, 0)),
    ArrowRight: () => (event.shiftKey ? of.pan(-turn, 0) : of.orbit(turn, 0)),
    ArrowUp: () => (event.shiftKey ? of.pan(0, turn) : of.orbit(0, -turn)),
    ArrowDown: () => (event.shiftKey ? of.pan(0, -turn) : of.orbit(0, turn)),
    "+": () => of.zoom(1),
    "=": () => of.zoom(1),
    "-": () => of.zoom(-1),
    Home: () => fitTo([]),
    "1": () => of.look("front", mayMove()),
    "2": () => of.look("right", mayMove()),
    "3": () => of.look("back", mayMove()),
    "7": () => of.look("top", mayMove()),
    "0": () => of.look("iso", mayMove()),
  };
  const act = moves[event.key];
  if (act) {
    event.preventDefault();
    act();
    return;
  }
  onLetter(event);
}

/** Keys of one letter, on the canvas and in lists that have no use of their own for them. */
export function onLetter(event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || inField(event.target)) return;
  if (event.key === "Escape") {
    setMeasuring(false);
    select([]);
    return;
  }
  if (!preferences.value.letters) return;
  const act = letters[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act(event.shiftKey);
}

const letters: Record<string, (shift: boolean) => void> = {
  f: fitSelection,
  h: () => hide(selection.value),
  i: () => isolate(selection.value),
  u: showAll,
  g: () => (ghostRest.value = !ghostRest.value),
  "[": () => void stepChange(-1),
  "]": () => void stepChange(1),
  "{": () => stepTag(-1),
  "}": () => stepTag(1),
  " ": () => {
    if (plan.value || (difference.value && !playing.value)) holdBefore();
    else togglePlay();
  },
  l: goLive,
  d: toggleComparison,
  n: () => step(1),
  p: () => step(-1),
  "/": () => document.getElementById("search")?.focus(),
  e: switchPane,
  "?": () => (helpOpen.value = true),
};

/** Shows the state before for as long as the key is held. */
function holdBefore(): void {
  if (fade.value === 0) return;
  const was = fade.value;
  fade.value = 0;
  addEventListener("keyup", () => (fade.value = was), { once: true });
}

function step(by: 1 | -1): void {
  if (panel.value === "findings") stepFinding(by);
  else stepDifference(by);
}

function stepTag(by: 1 | -1): void {
  const here = scene.value?.revision ?? -1;
  const tags = (model.value?.tags ?? [])
    .filter((tag) => tag.branch === place.value.branch)
    .sort((a, b) => a.revision - b.revision);
  const next = by > 0 ? tags.find((tag) => tag.revision > here) : tags.filter((tag) => tag.revision < here).at(-1);
  if (next) go({ at: next.name });
}

function switchPane(): void {
  const canvas = document.getElementById("canvas");
  const inspector = document.getElementById("side-body");
  (document.activeElement === canvas ? inspector : canvas)?.focus();
}

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input:not([type=range]),textarea,select,dialog") !== null;
}
