// What is done when something happens on the server.
import type { ChangeSet, LiveEvents } from "./api";
import { announce } from "./announce.ts";
import { flashing } from "./appearance.ts";
import { addChange, loadHistory } from "./changes.ts";
import { loadChecks } from "./checks.ts";
import { clip, count, plural, signs } from "./format.ts";
import { loadApprovals } from "./inbox.ts";
import type { Heard } from "./live.ts";
import { loadModels, models as allModels, place } from "./place.ts";
import { mayMove } from "./preferences.ts";
import { headKey, liveHead, reload } from "./scene.ts";
import { loadTasks } from "./tasks.ts";
import { settled } from "./wait.ts";

const flashFor = 2000;

const history = settled(() => void loadHistory(), 150);
const approvals = settled(() => void loadApprovals(), 50);
const tasks = settled(() => void loadTasks(), 100);
const checks = settled(() => void loadChecks(), 100);
const models = settled(() => void loadModels().then(noteHeads, () => {}), 100);
const calm = settled(() => (flashing.value = new Set()), flashFor);

export const heard: Heard = (name, data) => {
  switch (name) {
    case "head":
      head(data as LiveEvents["head"]);
      break;
    case "approvals":
      approvals();
      break;
    case "tasks":
      if (here(data)) tasks();
      break;
    case "checks":
      if (here(data)) checks();
      break;
    case "models":
      models();
      history();
      break;
    case "reset":
      everything();
      break;
    case "hello":
      // Something may have happened between the loading of the page and the beginning of the stream.
      models();
      approvals();
      break;
  }
};

/** Loads anew what may have been missed. */
export function everything(): void {
  models();
  history();
  approvals();
  tasks();
  checks();
  void reload();
}

function noteHeads(): void {
  const heads = { ...liveHead.value };
  let newer = false;
  for (const entry of allModels.value ?? []) {
    for (const { name, head } of entry.branches) {
      const key = headKey(entry.id, name);
      if (key in heads && heads[key]! < head) {
        heads[key] = head;
        newer = true;
      }
    }
  }
  if (newer) {
    liveHead.value = heads;
    history();
  }
}

function here(data: unknown): boolean {
  const model = (data as { model_id?: string }).model_id;
  return !model || model === place.value.model;
}

function head({ model_id, branch, change }: LiveEvents["head"]): void {
  const key = headKey(model_id, branch);
  if ((liveHead.value[key] ?? -1) < change.last) liveHead.value = { ...liveHead.value, [key]: change.last };
  models();
  if (model_id !== place.value.model || branch !== place.value.branch) return;
  addChange(change);
  history();
  announce(sentence(change));
  if (place.value.at === "" && mayMove() && change.ids.length > 0) {
    flashing.value = new Set([...flashing.value, ...change.ids]);
    calm();
  }
}

/** "drafter: 3 elements added" and so on, with the reason. */
export function sentence(change: ChangeSet): string {
  const who = change.agent || change.user;
  const parts: string[] = [];
  if (change.created) parts.push("added " + count(change.created));
  if (change.modified) parts.push("changed " + count(change.modified));
  if (change.deleted) parts.push("deleted " + count(change.deleted));
  const total = change.created + change.modified + change.deleted;
  const what =
    parts.length === 0
      ? "wrote revision " + change.last
      : parts.length === 1
        ? parts[0]!.replace(/ [\d,]+$/, " " + plural(total, "element", "elements"))
        : signs(change) + " elements";
  return who + " " + what + (change.reason ? ": " + clip(change.reason, 160) : "");
}
