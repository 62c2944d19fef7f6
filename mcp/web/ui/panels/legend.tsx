// What the colours of the picture mean, while they mean something.
import type { JSX } from "preact";
import type { Change } from "../api";
import * as look from "../appearance.ts";
import { changeCounts, difference, fade } from "../difference.ts";
import { elementOf } from "../elements.ts";
import { title } from "../format.ts";
import { plan } from "../scene.ts";
import { w } from "../words.ts";
import { Count } from "./parts.tsx";
import { signOf, Swatch } from "./swatch.tsx";

export function Legend(): JSX.Element | null {
  if (look.spotlight.value.length > 0) return <SpotLegend />;
  if (difference.value) return <ChangeLegend />;
  if (look.colouring.value !== "own") return <GroupLegend />;
  return null;
}

function SpotLegend(): JSX.Element {
  return (
    <div class="legend" role="group" aria-label={w.legend}>
      <ul>
        {look.spotlight.value.slice(0, 6).map((id, i) => {
          const element = elementOf(id);
          return (
            <li key={id}>
              <Swatch colour={look.spotColour(i)} sign={String(i + 1)} />
              <bdi>{element ? element.name || w.unnamed(element.category) : w.notHere}</bdi>
              {element && <span class="muted">{title(element.category)}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const kinds: Change[] = ["added", "modified", "deleted", "derived"];

/** Counts by kind, which are filters too, and the fader between before and after. */
function ChangeLegend(): JSX.Element {
  const counts = changeCounts.value;
  const wanted = look.changesShown.value;
  return (
    <div class="legend" role="group" aria-label={w.legend}>
      <ChangeFilters counts={counts} wanted={wanted} />
      <label class="fader">
        <span>{w.before}</span>
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={fade.value}
          aria-label={w.fade}
          aria-valuetext={w.fadeAt(Math.round(fade.value * 100))}
          onInput={(event) => (fade.value = event.currentTarget.valueAsNumber)}
        />
        <span>{plan.value ? w.afterPlan : w.after}</span>
      </label>
    </div>
  );
}

export function ChangeFilters({
  counts,
  wanted,
}: {
  counts: Record<Change, number>;
  wanted: ReadonlySet<Change>;
}): JSX.Element {
  return (
    <div class="chips" role="group" aria-label={w.changesByKind}>
      {kinds.map((kind) => (
        <button
          type="button"
          key={kind}
          class={"chip chip-" + kind}
          aria-pressed={wanted.has(kind)}
          disabled={counts[kind] === 0}
          title={w.kindHints[kind]}
          onClick={() => (look.changesShown.value = look.toggled(wanted, kind))}
        >
          <Swatch colour={look.changeColours[kind]} sign={signOf[kind]} />
          <span class="chip-text">{w.kinds[kind]}</span> <Count n={counts[kind]} />
        </button>
      ))}
    </div>
  );
}

function GroupLegend(): JSX.Element {
  const keys = look.colourGroups.value;
  const byCategory = look.colouring.value === "category";
  const most = 14;
  return (
    <div class="legend" role="group" aria-label={w.legend}>
      <ul>
        {keys.slice(0, most).map((key) => (
          <li key={key}>
            <Swatch colour={look.groupColour(key, keys)} />
            <bdi>{byCategory ? title(key) : key}</bdi>
          </li>
        ))}
        {keys.length > most && <li class="muted">{w.andMore(keys.length - most)}</li>}
      </ul>
    </div>
  );
}
