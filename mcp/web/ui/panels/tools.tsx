// Controls over the picture: named views at the left, what changes the look at the right.
import type { JSX } from "preact";
import type { Axis } from "../address.ts";
import * as look from "../appearance.ts";
import { withCut } from "../cutting.ts";
import { length } from "../format.ts";
import type { NamedView } from "../gl/types";
import { measuring, setMeasuring } from "../measuring.ts";
import { fitSelection, fitTo } from "../navigate.ts";
import { mayMove, prefer, preferences } from "../preferences.ts";
import { cuts } from "../route.ts";
import { scene, viewer } from "../scene.ts";
import { selection } from "../selection.ts";
import { w } from "../words.ts";
import { Icon } from "./icon.tsx";
import { Button, Menu } from "./parts.tsx";

const views: NamedView[] = ["iso", "top", "front", "right", "back", "left"];

export function ViewTools(): JSX.Element {
  return (
    <div class="stage-tools top-left" role="toolbar" aria-label={w.views}>
      <Menu
        button={
          <>
            <span class="button-text">{w.view}</span>
            <Icon name="down" />
          </>
        }
        label={w.views}
      >
        {(close) => (
          <div class="menu-list">
            {views.map((name) => (
              <button
                type="button"
                class="menu-item"
                key={name}
                onClick={() => {
                  viewer.value?.look(name, mayMove());
                  close();
                }}
              >
                {w.viewNames[name]}
              </button>
            ))}
          </div>
        )}
      </Menu>
      <Button
        kind="quiet"
        icon="fit"
        title={w.fitHint}
        onClick={() => (selection.value.length > 0 ? fitSelection() : fitTo([]))}
      >
        {w.fit}
      </Button>
    </div>
  );
}

export function StageTools(): JSX.Element {
  const edges = preferences.value.edges;
  const alone = look.isolated.value !== null;
  const some = selection.value.length > 0;
  return (
    <div class="stage-tools top-right" role="toolbar" aria-label={w.look}>
      {some && (
        <Button
          kind="quiet"
          icon="eyeOff"
          label={w.hideSelected}
          class="for-selection"
          onClick={() => look.hide(selection.value)}
        />
      )}
      {(some || alone) && (
        <Button
          kind="quiet"
          icon="only"
          label={alone ? w.showAll : w.isolateSelected}
          aria-pressed={alone}
          class="for-selection"
          onClick={() => look.isolate(alone ? [] : selection.value)}
        />
      )}
      {alone && (
        <Button
          kind="quiet"
          icon="ghost"
          label={w.ghostRest}
          aria-pressed={look.ghostRest.value}
          onClick={() => (look.ghostRest.value = !look.ghostRest.value)}
        />
      )}
      <Menu
        align="right"
        label={w.section}
        button={<Icon name="section" />}
        class={cuts.value.length ? "is-on" : ""}
      >
        {() => <SectionSliders />}
      </Menu>
      <Menu
        align="right"
        label={w.colourBy}
        button={<Icon name="palette" />}
        class={look.colouring.value === "own" ? "" : "is-on"}
      >
        {() => (
          <fieldset class="choices">
            <legend>{w.colourBy}</legend>
            {(["own", "category", "level", "model"] as const).map((by) => (
              <label key={by}>
                <input
                  type="radio"
                  name="colouring"
                  checked={look.colouring.value === by}
                  onChange={() => (look.colouring.value = by)}
                />
                {w.colourings[by]}
              </label>
            ))}
          </fieldset>
        )}
      </Menu>
      <Button
        kind="quiet"
        icon="edges"
        label={w.edges}
        aria-pressed={edges}
        onClick={() => prefer({ edges: !edges })}
      />
      <Button
        kind="quiet"
        icon="measure"
        label={w.measure}
        aria-pressed={measuring.value}
        onClick={() => setMeasuring(!measuring.value)}
      />
    </div>
  );
}

const axes: { axis: Axis; before: boolean; low: number }[] = [
  { axis: "z", before: false, low: 2 },
  { axis: "z", before: true, low: 2 },
  { axis: "x", before: false, low: 0 },
  { axis: "x", before: true, low: 0 },
  { axis: "y", before: false, low: 1 },
  { axis: "y", before: true, low: 1 },
];

/** One slider a side of the box: at its end the side cuts nothing. */
function SectionSliders(): JSX.Element {
  const box = scene.value?.box;
  if (!box) return <p class="muted">{w.nothingDrawn}</p>;
  return (
    <div class="sliders">
      <p class="muted">{w.sectionHint}</p>
      {axes.map(({ axis, before, low }) => {
        const from = box[low]!;
        const to = box[low + 3]!;
        const slack = Math.max(0.1, (to - from) * 0.02);
        const min = from - slack;
        const max = to + slack;
        const open = before ? min : max;
        const cut = cuts.value.find((other) => other.axis === axis && other.before === before);
        const value = cut?.at ?? open;
        const text = cut ? length(Math.round(value * 1000), preferences.value.unit) : w.notCut;
        return (
          <label class="slider" key={axis + before}>
            <span>{w.cutSides[axis][before ? 1 : 0]}</span>
            <input
              type="range"
              min={min}
              max={max}
              step={(max - min) / 400}
              value={value}
              aria-valuetext={text}
              onInput={(event) => {
                const at = event.currentTarget.valueAsNumber;
                const off = Math.abs(at - open) < (max - min) / 399;
                cuts.value = withCut(cuts.value, axis, before, off ? null : at);
              }}
            />
            <output class="nowrap">{text}</output>
          </label>
        );
      })}
      <Button onClick={() => (cuts.value = [])} disabled={cuts.value.length === 0}>
        {w.noSection}
      </Button>
    </div>
  );
}
