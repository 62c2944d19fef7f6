// Linked models as layers of the picture: each is drawn, drawn as a ghost, or not.
import { computed, signal } from "@preact/signals";
import type { FindingEntry } from "./replies";
import { linked, scene } from "./scene.ts";
import { w } from "./words.ts";

export type LayerState = "on" | "half" | "off";

export const layerStates: readonly LayerState[] = ["on", "half", "off"];

/** The key of the model itself among the layers. */
export const own = "own";

/** What was said of layers, by link or own; nothing said is on. */
export const chosen = signal<Readonly<Record<string, LayerState>>>({});

/** The layer of each element of the scene: a link, or own. */
const layerById = computed<ReadonlyMap<string, string>>(() => {
  const of = new Map<string, string>();
  const state = scene.value;
  state?.layer_of?.forEach((n, i) => {
    const layer = n < 0 ? own : state.layers[n]?.link_id;
    if (layer) of.set(state.rows.ids[i]!, layer);
  });
  return of;
});

export const layerOf = (id: string): string => layerById.value.get(id) ?? own;

export const stateOf = (layer: string): LayerState => chosen.value[layer] ?? "on";

/** What a person calls a layer. */
export function layerName(key: string): string {
  if (key === own) return scene.value?.model_name || w.thisModel;
  const layer = scene.value?.layers.find((one) => one.link_id === key);
  return layer?.name || w.hiddenModel;
}

/** What stands for a layer in the matrix of clashes. */
export function disciplineName(key: string): string {
  return scene.value?.layers.find((one) => one.link_id === key)?.discipline || layerName(key);
}

export function setLayer(key: string, state: LayerState): void {
  chosen.value = { ...chosen.value, [key]: state };
}

export function showLinked(on: boolean): void {
  linked.value = on;
}

/** Whether a call about an element has to name the linked models. */
export const linkedArguments = (id: string): { models?: string[] } => (layerOf(id) === own ? {} : { models: ["all"] });

export interface Cell {
  a: string;
  b: string;
  findings: FindingEntry[];
}

/** Findings by the pair of layers that their elements are of, each pair in one order. */
export function pairsOf(findings: readonly FindingEntry[], of: (id: string) => string): Cell[] {
  const cells = new Map<string, Cell>();
  for (const finding of findings) {
    if (finding.elements.length !== 2) continue;
    const [a, b] = finding.elements.map((e) => of(e.element_id)).sort() as [string, string];
    const key = a + "\n" + b;
    const cell = cells.get(key) ?? { a, b, findings: [] };
    cell.findings.push(finding);
    cells.set(key, cell);
  }
  return [...cells.values()].sort((x, y) => (x.a + x.b < y.a + y.b ? -1 : 1));
}
