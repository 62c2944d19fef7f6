// Moving the camera because a person asked for it. Nothing else moves it.
import { announce } from "./announce.ts";
import { changesShown } from "./appearance.ts";
import { changeOf, neighbour } from "./changes.ts";
import { sortedChanges } from "./difference.ts";
import { go, place } from "./place.ts";
import { mayMove } from "./preferences.ts";
import { scene, viewer } from "./scene.ts";
import { select, selection } from "./selection.ts";
import { w } from "./words.ts";

export function fitTo(ids: readonly string[]): void {
  const into = viewer.value;
  if (!into) return;
  if (ids.length > 0 && into.boxOf(ids)) into.fit(ids, mayMove());
  else if (ids.length === 0) into.fit(undefined, mayMove());
}

export function fitSelection(): void {
  fitTo(selection.value);
}

/** Selects something and brings it into the middle of the picture. */
export function goToElement(id: string): void {
  select([id]);
  fitTo([id]);
}

/** The state one change before the shown one, or one after it. */
export async function stepChange(step: 1 | -1): Promise<boolean> {
  const state = scene.value;
  if (!state) return false;
  const to = await neighbour(state.revision, step);
  if (to === null) {
    announce(step < 0 ? w.atFirst : w.atLast);
    return false;
  }
  // A comparison with the change before goes along.
  const from = await changeOf(state.revision);
  const follows = from !== null && place.value.diff === String(from.first - 1);
  const diff = follows ? String(((await changeOf(to))?.first ?? 1) - 1) : place.value.diff;
  go({ at: to >= state.head ? "" : String(to), diff });
  return true;
}

/** Turns the comparison on or off: of the shown state with the one before, or with the head where it is in the past. */
export function toggleComparison(): void {
  const state = scene.value;
  if (!state) return;
  if (place.value.diff !== "") {
    go({ diff: "" });
    return;
  }
  if (state.revision < state.head) {
    go({ at: "", diff: String(state.revision) });
    return;
  }
  void neighbour(state.revision, -1).then((before) => {
    if (before !== null) go({ diff: String(before) });
  });
}

/** The next or previous change of the comparison, with the camera. */
export function stepDifference(step: 1 | -1): void {
  const list = sortedChanges.value.filter((change) => changesShown.value.has(change.change));
  if (list.length === 0) return;
  const here = list.findIndex((change) => change.id === selection.value[0]);
  const next = list[here < 0 ? (step > 0 ? 0 : list.length - 1) : (here + step + list.length) % list.length]!;
  goToElement(next.id);
}
