// The address and the state of the page, kept in step both ways. Going somewhere, selecting and opening a panel are
// steps for the Back button; moving the camera is not.
import { batch, effect, signal } from "@preact/signals";
import { readAddress, writeAddress, type Address, type Cut, type PanelName, type View } from "./address.ts";
import { storey } from "./appearance.ts";
import { idOfLink, linkName } from "./elements.ts";
import { findModel, go, model, modelLinkName, models, place } from "./place.ts";
import { scene, viewer } from "./scene.ts";
import { select, selection } from "./selection.ts";

export const panel = signal<PanelName>("element");
export const openApproval = signal("");
export const openFinding = signal<{ run: string; key: string }>({ run: "", key: "" });
export const openTask = signal("");
export const cuts = signal<Cut[]>([]);
export const view = signal<View | null>(null);
export const lost = signal(""); // what a link named that is not there

let others: [string, string][] = [];
let waitingSelection: string[] = [];
let applying = false;
let written = "";
let cameraTimer: ReturnType<typeof setTimeout> | undefined;

/** Takes the address once the models are known, and follows Back and Forward from then on. */
export function followAddress(): void {
  take(readAddress(location.search), true);
  addEventListener("popstate", () => take(readAddress(location.search), false));
  effect(() => {
    const query = compose(null);
    if (applying || query === written) return;
    write(query, true);
  });
  effect(() => {
    void view.value;
    clearTimeout(cameraTimer);
    cameraTimer = setTimeout(() => write(compose(view.peek()), false), 400);
  });
  effect(() => {
    if (scene.value && waitingSelection.length > 0) resolveSelection();
  });
  // A link begins with its own camera: the viewer gets it when it has the scene.
}

function take(address: Address, first: boolean): void {
  applying = true;
  batch(() => {
    others = address.others;
    const found = address.model ? findModel(address.model) : null;
    lost.value = address.model && !found ? "model" : "";
    const chosen = found ?? newest();
    let branch = address.branch || "main";
    if (chosen && !chosen.branches.some((entry) => entry.name === branch)) {
      lost.value ||= "branch";
      branch = chosen.branches[0]?.name ?? "main";
    }
    place.value = {
      model: chosen?.id ?? "", branch, at: lost.value ? "" : address.at, diff: lost.value ? "" : address.diff,
    };
    panel.value = address.panel || "element";
    openApproval.value = address.approval;
    openFinding.value = { run: address.run, key: address.finding };
    openTask.value = address.task;
    storey.value = address.level;
    cuts.value = address.cuts;
    waitingSelection = address.select;
    if (address.select.length === 0) select([]);
    else if (scene.value) resolveSelection();
    if (first || address.view) view.value = address.view;
    if (address.view && !first) viewer.value?.setCamera(cameraOf(address.view));
  });
  written = compose(null);
  applying = false;
}

export function cameraOf(v: View): { eye: View["eye"]; target: View["target"]; parallel: boolean; height: number } {
  const distance = Math.hypot(v.eye[0] - v.target[0], v.eye[1] - v.target[1], v.eye[2] - v.target[2]);
  return { eye: v.eye, target: v.target, parallel: v.height > 0, height: v.height || distance };
}

function resolveSelection(): void {
  const ids = waitingSelection.map(idOfLink).filter((id): id is string => id !== null);
  waitingSelection = [];
  select(ids);
}

function newest(): { id: string; branches: { name: string }[] } | null {
  const all = [...(models.value ?? [])].sort((a, b) => (a.at < b.at ? 1 : -1));
  return all[0] ?? null;
}

/** The address of what is shown. With null the view is left out: it makes no step. */
function compose(camera: View | null): string {
  const entry = model.value;
  const { branch, at, diff } = place.value;
  return writeAddress({
    model: entry ? modelLinkName(entry) : "", branch, at, diff,
    select: waitingSelection.length > 0 ? waitingSelection : selection.value.map(linkName),
    level: storey.value, panel: panel.value === "element" ? "" : panel.value, approval: openApproval.value,
    run: openFinding.value.run, finding: openFinding.value.key, task: openTask.value, view: camera, cuts: cuts.value,
    others,
  });
}

function write(query: string, step: boolean): void {
  const plain = step ? query : compose(null);
  const full = compose(view.peek());
  const address = location.pathname + full;
  if (step && written !== "" && plain !== written) history.pushState(null, "", address);
  else if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  written = plain;
}

/** The address that shows exactly this to whoever may see it. */
export function linkHere(): string {
  return location.origin + location.pathname + compose(view.peek());
}

export function openPanel(name: PanelName): void {
  panel.value = name;
}

/** Goes to a state of the model's past, to be compared with what was before a change. */
export function showChange(first: number, last: number): void {
  batch(() => {
    go({ at: String(last), diff: String(first - 1) });
  });
}
