// Where in all models the page is: model, branch, state, and the state it is compared with.
import { computed, signal } from "@preact/signals";
import type { Branch, ModelEntry } from "./api";
import { get } from "./call.ts";

export interface Place {
  model: string; // id; "" until the models are known
  branch: string;
  at: string; // revision, time or tag; "" is live
  diff: string; // a point, or BRANCH@POINT; "" is off
}

export const models = signal<ModelEntry[] | null>(null);
export const place = signal<Place>({ model: "", branch: "main", at: "", diff: "" });

export const model = computed<ModelEntry | null>(
  () => models.value?.find((entry) => entry.id === place.value.model) ?? null,
);

export const branch = computed<Branch | null>(
  () => model.value?.branches.find((entry) => entry.name === place.value.branch) ?? null,
);

export const isLive = computed(() => place.value.at === "");

/** Goes somewhere. Another model or branch begins live and without a comparison. */
export function go(to: Partial<Place>): void {
  const from = place.value;
  const next = { ...from, ...to };
  const elsewhere = next.model !== from.model || next.branch !== from.branch;
  if (elsewhere && to.at === undefined) next.at = "";
  if (elsewhere && to.diff === undefined) next.diff = "";
  const same = (Object.keys(next) as (keyof Place)[]).every((key) => next[key] === from[key]);
  if (!same) place.value = next;
}

/** Goes to a model: to its main branch, or the first one that the person may read. */
export function goToModel(id: string): void {
  const branches = models.value?.find((entry) => entry.id === id)?.branches ?? [];
  const main = branches.find((entry) => entry.name === "main") ?? branches[0];
  go({ model: id, branch: main?.name ?? "main" });
}

export function goLive(): void {
  go({ at: "" });
}

/** Loads the list of models. */
export async function loadModels(): Promise<void> {
  models.value = await get<ModelEntry[]>("/api/models");
}

/** What a link calls a model: its name if that is the only one, else its id. */
export function modelLinkName(entry: ModelEntry): string {
  const alike = models.value?.filter((other) => other.name === entry.name) ?? [];
  return alike.length === 1 && entry.name !== "" ? entry.name : entry.id;
}

export function findModel(nameOrId: string): ModelEntry | null {
  const all = models.value ?? [];
  return all.find((entry) => entry.id === nameOrId) ?? all.find((entry) => entry.name === nameOrId) ?? null;
}
