// Where work on the model meets before a merge or an approval decides: as the server last told it, by model.
import { signal } from "@preact/signals";
import type { Overlaps } from "./api";
import { get } from "./call.ts";

export const overlaps = signal<{ model: string; found: Overlaps } | null>(null);

/** Loads the overlaps of a model. What cannot be loaded is not shown: it is a hint beside what was asked for. */
export async function loadOverlaps(model: string): Promise<void> {
  try {
    overlaps.value = { model, found: await get<Overlaps>("/api/models/" + encodeURIComponent(model) + "/overlaps") };
  } catch {
    overlaps.value = null;
  }
}
