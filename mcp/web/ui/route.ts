// The address and the state of the page, kept in step both ways. Going somewhere, selecting and opening a panel are
// steps for the Back button; moving the camera is not.
import { batch, effect, signal } from "@preact/signals";
import { readAddress, writeAddress, type Address, type Cut, type PanelName, type View } from "./address.ts";
import { announce } from "./announce.ts";
import { storey } from "./appearance.ts";
import { idOfLink, linkName } from "./elements.ts";
import { sheet } from "./layout.ts";
import { findModel, go, model, modelLinkName, models, place } from "./place.ts";
import { scene, viewer } from "./scene.ts";
import { select, selection } from "./selection.ts";
import { w } from "./words.ts";

export const panel = signal<PanelName>("element");
export const openApproval = signal("");
export const openFinding = signal<{ run: string; key: string }>({ run: "", key: "" });
export const openTask = signal("");
export const cuts = signal<Cut[]>([]);
export const view = signal<View | null>(null);
/** The camera that a link asked for, until the viewer has it. */
export const linkedView = signal<View | null>(null);
export const scrubbing = signal(false); // the state changes many times: that is one step for the Back button
export const lost = signal(""); // what a link named that is not there

let others: [string, string][] = [];
let waitingSelection: string[] = [];
let applying = false;
let written = "";
let stepped = false; // while scrubbing, the step was made
let cameraTimer: ReturnType<typeof setTimeout> | undefined;

/** Takes the address once the models are known, and follows Back and Forward from then on. */
export function followAddress(): () => void {
  take(readAddress(location.search), true);
  const back = (): void => take(readAddress(location.search), false);
  addEventListener("popstate", back);
  const stops = [
    effect(() => {
      const query = compose(null);
      if (!scrubbing.value) stepped = false;
      if (applying || query === written) return;
      write(!stepped);
      stepped = scrubbing.value;
    }),
    effect(() => {
      void view.value;
      clearTimeout(cameraTimer);
      cameraTimer = setTimeout(() => write(false), 400);
    }),
    effect(() => {
      if (scene.value && waitingSelection.length > 0) resolveSelection();
    }),
  ];
  return () => {
    removeEventListener("popstate", back);
    for (const stop of stops) stop();
  };
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
      model: chosen?.id ?? "",
      branch,
      at: lost.value ? "" : address.at,
      diff: lost.value ? "" : address.diff,
    };
    panel.value = address.panel || "element";
    if (first || panel.value === "approvals") openApproval.value = address.approval;
    if (first || panel.value === "findings") openFinding.value = { run: address.run, key: address.finding };
    if (first || panel.value === "tasks") openTask.value = address.task;
    storey.value = address.level;
    cuts.value = address.cuts;
    waitingSelection = address.select;
    if (address.select.length === 0) select([]);
    else if (scene.value) resolveSelection();
    if (first) {
      view.value = address.view;
      linkedView.value = address.view;
    } else if (address.view) {
      viewer.value?.setCamera(cameraOf(address.view));
    }
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
  const missing = waitingSelection.filter((name) => idOfLink(name) === null);
  waitingSelection = [];
  select(ids);
  // What is selected is announced first.
  if (missing.length > 0) queueMicrotask(() => announce(w.notFound(missing)));
}

function newest(): { id: string; branches: { name: string }[] } | null {
  const all = [...(models.value ?? [])].sort((a, b) => (a.at < b.at ? 1 : -1));
  return all[0] ?? null;
}

/** The address of what is shown. With null the view is left out: it makes no step. */
function compose(camera: View | null): string {
  const entry = model.value;
  const { branch, at, diff } = place.value;
  const open = panel.value;
  return writeAddress({
    model: entry ? modelLinkName(entry) : "",
    branch,
    at,
    diff,
    select: waitingSelection.length > 0 ? waitingSelection : selection.value.map(linkName),
    level: storey.value,
    panel: open === "element" ? "" : open,
    approval: open === "approvals" ? openApproval.value : "",
    run: open === "findings" ? openFinding.value.run : "",
    finding: open === "findings" ? openFinding.value.key : "",
    task: open === "tasks" ? openTask.value : "",
    view: camera,
    cuts: cuts.value,
    others,
  });
}

function write(step: boolean): void {
  const plain = compose(null);
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
  sheet.value = "side";
}

/** Goes to a state of the model's past, to be compared with what was before a change. */
export function showChange(first: number, last: number): void {
  go({ at: last >= (scene.value?.head ?? Infinity) ? "" : String(last), diff: String(first - 1) });
}
