// Several selected elements: which they are, what they measure together, and how far two of them are apart.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { tool } from "../call.ts";
import { elementOf } from "../elements.ts";
import { angle, area, length, title, volume, words } from "../format.ts";
import { preferences } from "../preferences.ts";
import type { MeasureReply } from "../replies";
import { plan, scene } from "../scene.ts";
import { toggle } from "../selection.ts";
import { can } from "../session.ts";
import { w } from "../words.ts";
import { Actions } from "./actions.tsx";
import { ElementLink } from "./elementlink.tsx";
import { Button, Facts, Section } from "./parts.tsx";

const mostListed = 200;
const mostMeasured = 500; // a body each: beyond it the server works for long

export function Several({ ids }: { ids: readonly string[] }): JSX.Element {
  const byCategory = new Map<string, string[]>();
  for (const id of ids) {
    const category = elementOf(id)?.category ?? "";
    byCategory.set(category, [...(byCategory.get(category) ?? []), id]);
  }
  return (
    <>
      <header class="subject">
        <h2>{w.selectedCount(ids.length)}</h2>
        <Actions ids={ids} />
      </header>
      <Measured ids={ids} />
      {[...byCategory].map(([category, list]) => (
        <Section
          key={category}
          title={category ? title(category) : w.notHere}
          n={list.length}
          open={byCategory.size < 6}
        >
          <ul class="links">
            {list.slice(0, mostListed).map((id) => (
              <li key={id}>
                <ElementLink id={id} />
                <Button kind="quiet" icon="close" label={w.deselect} onClick={() => toggle(id)} />
              </li>
            ))}
            {list.length > mostListed && <li class="muted">{w.andMore(list.length - mostListed)}</li>}
          </ul>
        </Section>
      ))}
    </>
  );
}

interface Loaded {
  key: string;
  together: MeasureReply | null;
  between: MeasureReply | null;
}

const loaded = signal<Loaded>({ key: "", together: null, between: null });

/** Sums and distance as the server measures them: exact, of the bodies as they stand in the shown state. */
function Measured({ ids }: { ids: readonly string[] }): JSX.Element | null {
  const state = scene.value;
  const measurable = can("measure") && !plan.value && ids.length <= mostMeasured;
  const key = state && measurable ? [state.model_id, state.branch, state.revision, ...ids].join("\n") : "";
  useEffect(() => {
    if (!state || key === "") return;
    let wanted = true;
    const at = { model_id: state.model_id, branch: state.branch, at: state.revision };
    // What has no body, such as a level or a system, is not measured: that is no trouble worth a word.
    const ask = (what: object): Promise<MeasureReply | null> =>
      tool<MeasureReply>("measure", { ...at, ...what }).catch(() => null);
    const [first, second] = ids;
    void Promise.all([
      ask({ element_ids: ids, limit: 1 }),
      ids.length === 2 ? ask({ from: { element_id: first }, to: { element_id: second } }) : null,
    ]).then(([together, between]) => {
      if (wanted) loaded.value = { key, together, between };
    });
    return () => void (wanted = false);
  }, [key]);
  if (key === "" || loaded.value.key !== key) return null;
  const rows = [...distanceRows(loaded.value.between), ...sumRows(loaded.value.together)];
  if (rows.length === 0) return null;
  return (
    <Section title={ids.length === 2 ? w.betweenThem : w.together}>
      <Facts rows={rows} />
    </Section>
  );
}

type Row = [string, ComponentChildren];

function distanceRows(reply: MeasureReply | null): Row[] {
  const between = reply?.distance;
  const unit = preferences.value.unit;
  if (!between) return [];
  const rows: Row[] = [[w.relation, words(between.relation)]];
  if (between.distance !== undefined && between.relation === "apart") {
    rows.push([w.distance, <strong>{length(between.distance, unit)}</strong>]);
    rows.push([w.inPlan, length(between.horizontal ?? 0, unit)], [w.inHeight, length(between.vertical ?? 0, unit)]);
  }
  if (between.overlap_volume_m3) rows.push([w.overlapVolume, volume(between.overlap_volume_m3, unit)]);
  if (between.overlap_depth) rows.push([w.depth, length(between.overlap_depth, unit)]);
  if (between.angle !== undefined) rows.push([w.angle, angle(between.angle)]);
  return rows;
}

function sumRows(reply: MeasureReply | null): Row[] {
  const totals = reply?.totals;
  const unit = preferences.value.unit;
  if (!totals) return [];
  const rows: Row[] = [
    [w.volumeTogether, volume(totals.volume_m3, unit)],
    [w.surfaceTogether, area(totals.surface_area_m2, unit)],
  ];
  const { min, max } = totals.box ?? {};
  if (min && max) rows.push([w.boxTogether, min.map((from, i) => length(max[i]! - from, unit)).join(" × ")]);
  return rows;
}
