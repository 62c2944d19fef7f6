// The models that a branch links, as layers of the picture; their clashes by pair of models; deliveries and what each
// changed.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import * as look from "../appearance.ts";
import { checks, isOpen, loadMoreFindings } from "../checks.ts";
import { plural } from "../format.ts";
import {
  disciplineName, layerName, layerOf, layerStates, own, pairsOf, setLayer, showLinked, stateOf,
} from "../layers.ts";
import { go, model, place } from "../place.ts";
import type { FindingEntry } from "../replies";
import { linked, scene } from "../scene.ts";
import { showFinding } from "../spotlight.ts";
import { w } from "../words.ts";
import { Button, Count, Empty, Section } from "./parts.tsx";
import { Swatch } from "./swatch.tsx";

export function ModelsPanel(): JSX.Element {
  useEffect(() => showLinked(true), []);
  const layers = scene.value?.layers ?? [];
  return (
    <div class="models-panel">
      <Section title={w.models} n={layers.length}>
        <p class="muted pad">{w.modelsHint}</p>
        <label class="check pad">
          <input
            type="checkbox"
            checked={linked.value}
            onChange={(event) => showLinked(event.currentTarget.checked)}
          />
          {w.showLinked}
        </label>
        {linked.value && scene.value && layers.length === 0 && <Empty>{w.noLinks}</Empty>}
        <ul class="plain">
          {layers.length > 0 && <LayerRow layer={own} detail="" loaded />}
          {layers.map((layer) => (
            <LayerRow
              key={layer.link_id}
              layer={layer.link_id}
              loaded={layer.loaded}
              detail={
                layer.loaded
                  ? [layer.discipline, plural(layer.elements, "element", "elements")].filter(Boolean).join(", ")
                  : w.notLoadedModel
              }
            />
          ))}
        </ul>
      </Section>
      <Matrix />
      <Deliveries />
    </div>
  );
}

function LayerRow({ layer, detail, loaded }: { layer: string; detail: string; loaded: boolean }): JSX.Element {
  const keys = look.colourGroups.value;
  const name = layerName(layer);
  return (
    <li class="layer-row">
      {look.colouring.value === "model" && <Swatch colour={look.groupColour(name, keys)} />}
      <span class="layer-name">
        <bdi>{name}</bdi> <span class="muted">{detail}</span>
      </span>
      {loaded && (
        <select
          aria-label={w.layerStateOf(name)}
          value={stateOf(layer)}
          onChange={(event) => setLayer(layer, layerStates.find((one) => one === event.currentTarget.value) ?? "on")}
        >
          {layerStates.map((one) => (
            <option key={one} value={one}>
              {w.layerStates[one]}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}

/** How many findings the matrix counts at most: each page of them is a call. */
const mostCounted = 2000;

/** Open clashes of the last check of clashes, by the two models that they are between. */
function Matrix(): JSX.Element | null {
  const check = checks.value?.list.find((one) => one.run.tool === "clash_detection");
  const wanted = check?.next !== "" && (check?.findings.length ?? 0) < mostCounted;
  useEffect(() => {
    if (check && wanted) void loadMoreFindings(check).catch(() => {}); // those that are there are counted
  }, [check?.next]);
  if (!check || (scene.value?.layers.length ?? 0) === 0) return null;
  const open = check.findings.filter((finding) => isOpen(finding.status));
  const cells = pairsOf(open, layerOf);
  const keys = [own, ...(scene.value?.layers ?? []).filter((one) => one.loaded).map((one) => one.link_id)];
  const cell = (a: string, b: string): FindingEntry[] =>
    cells.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a))?.findings ?? [];
  return (
    <Section title={w.clashMatrix} n={open.length}>
      {check.next !== "" && <p class="muted pad">{w.countedSoFar(check.findings.length)}</p>}
      <div class="scroll">
        <table class="matrix">
          <thead>
            <tr>
              <td />
              {keys.map((key) => (
                <th key={key} scope="col">
                  <bdi>{disciplineName(key)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keys.map((row, r) => (
              <tr key={row}>
                <th scope="row">
                  <bdi>{disciplineName(row)}</bdi>
                </th>
                {keys.map((column, c) => {
                  const found = c > r ? [] : cell(row, column);
                  const first = found[0];
                  return (
                    <td key={column}>
                      {first && (
                        <button
                          type="button"
                          class="link"
                          aria-label={w.clashesOf(disciplineName(row), disciplineName(column), found.length)}
                          onClick={() => showFinding(check.run.validation_run_id, first)}
                        >
                          <Count n={found.length} />
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const prefix = "delivery/";

/** The deliveries of the model, each with what it changed against the one before: before and after in the picture. */
function Deliveries(): JSX.Element {
  const branches = (model.value?.branches ?? []).filter((one) => one.name.startsWith(prefix) && !one.archived);
  return (
    <Section title={w.deliveries} n={branches.length}>
      {branches.length === 0 && <Empty>{w.noDeliveries}</Empty>}
      <ul class="plain">
        {branches.map((one) => {
          const before = one.parent + "@" + one.fork;
          const shown = place.value.branch === one.name && place.value.diff === before;
          return (
            <li key={one.name} class="layer-row">
              <span class="layer-name">
                <bdi>{one.name.slice(prefix.length)}</bdi> <span class="muted">{one.description}</span>
              </span>
              <Button
                kind="quiet"
                icon="compare"
                label={w.deliveryDiff}
                aria-pressed={shown}
                onClick={() => {
                  showLinked(false);
                  go(shown ? { branch: "main", diff: "" } : { branch: one.name, at: "", diff: before });
                }}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
