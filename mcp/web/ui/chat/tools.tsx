// The bar over the picture: what it shows, and what changes how.
import type { JSX } from "preact";
import { length } from "../format.ts";
import type { NamedView } from "../gl/types";
import { Icon } from "../panels/icon.tsx";
import { Button, Menu } from "../panels/parts.tsx";
import { moves } from "./drawing.ts";
import { changeMode, otherMode } from "./frame.ts";
import type { Host } from "./host.ts";
import { toggleLevel } from "./loading.ts";
import type { Reader } from "./reader.ts";
import { fitSelection } from "./stage.tsx";
import {
  type Axis,
  axes,
  box,
  cuts,
  levelsAway,
  levelsOff,
  listOpen,
  scene,
  selection,
  subject,
  viewer,
} from "./state.ts";
import { w } from "./words.ts";

export function Bar({ host, reader }: { host: Host; reader: Reader }): JSX.Element {
  const state = scene.value;
  const of = subject.value;
  const moment = !state
    ? ""
    : of?.kind === "difference"
      ? w.between(state.branch, of.from, state.revision)
      : w.at(state.branch, state.revision);
  const other = otherMode();
  return (
    <header class="bar">
      <h1 class="what">
        <bdi>{state?.model_name ?? "bimstream"}</bdi> <span class="muted">{moment}</span>
      </h1>
      <div class="bar-tools" role="toolbar" aria-label={w.tools}>
        <Views />
        <Button kind="quiet" icon="fit" label={w.fit} disabled={!state} onClick={fitSelection} />
        <Menu
          align="right"
          label={w.storeys}
          class={levelsOff.value.size > 0 ? "is-on" : ""}
          button={<Icon name="layers" />}
        >
          {() => <Storeys reader={reader} />}
        </Menu>
        <Menu align="right" label={w.section} class={isCut() ? "is-on" : ""} button={<Icon name="section" />}>
          {() => <Sections />}
        </Menu>
        <Button kind="quiet" icon="menu" label={w.list} aria-pressed={listOpen.value} onClick={toggleList} />
        {other && (
          <Button
            kind="quiet"
            icon={other === "fullscreen" ? "expand" : "shrink"}
            label={other === "fullscreen" ? w.fullscreen : w.inline}
            onClick={() => void changeMode(host, other)}
          />
        )}
      </div>
    </header>
  );
}

function toggleList(): void {
  const open = selection.value.length > 0 || !listOpen.value;
  selection.value = [];
  listOpen.value = open;
}

function Views(): JSX.Element {
  return (
    <Menu align="right" label={w.views} button={<Icon name="eye" />}>
      {(close) => (
        <div class="menu-list">
          {(Object.keys(w.viewNames) as NamedView[]).map((name) => (
            <button
              type="button"
              class="menu-item"
              key={name}
              onClick={() => {
                viewer.value?.look(name, moves());
                close();
              }}
            >
              {w.viewNames[name]}
            </button>
          ))}
        </div>
      )}
    </Menu>
  );
}

function Storeys({ reader }: { reader: Reader }): JSX.Element {
  const state = scene.value;
  const loose = state?.rows.levels.includes(-1) ?? false;
  const rows = [...(state?.levels ?? [])].reverse().map((level) => ({ id: level.id, name: level.name }));
  if (loose) rows.push({ id: "", name: w.noStorey });
  return (
    <fieldset class="choices scroll">
      <legend>{w.storeys}</legend>
      {rows.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={!levelsOff.value.has(id)}
            onChange={() => void toggleLevel(reader, id)}
          />
          <bdi>{name}</bdi>
        </label>
      ))}
      {levelsAway.value.size > 0 && <p class="muted small">{w.storeysAway(levelsAway.value.size)}</p>}
    </fieldset>
  );
}

const isCut = (): boolean => Object.keys(cuts.value).length > 0 || box.value !== null;
const low: Record<Axis, number> = { x: 0, y: 1, z: 2 };
const names: Record<Axis, string> = { x: w.cutEast, y: w.cutNorth, z: w.cutAbove };

/** A slider for each direction: at its end nothing is cut. */
function Sections(): JSX.Element {
  const whole = scene.value?.box;
  const steps = 400;
  return (
    <div class="sliders">
      {axes.map((axis) => {
        const [from, to] = [whole?.[low[axis]] ?? 0, whole?.[low[axis] + 3] ?? 1];
        const slack = Math.max(0.1, (to - from) * 0.02);
        const [min, max] = [from - slack, to + slack];
        const at = cuts.value[axis];
        const text = at === undefined ? w.notCut : length(Math.round(at * 1000), "mm");
        return (
          <label class="slider" key={axis}>
            <span>{names[axis]}</span>
            <input
              type="range"
              min={min}
              max={max}
              step={(max - min) / steps}
              value={at ?? max}
              aria-valuetext={text}
              disabled={!whole}
              onInput={(event) => {
                const value = event.currentTarget.valueAsNumber;
                const next = { ...cuts.value };
                if (max - value < (max - min) / (steps - 1)) delete next[axis];
                else next[axis] = value;
                cuts.value = next;
              }}
            />
            <output class="nowrap">{text}</output>
          </label>
        );
      })}
      <Button
        disabled={!isCut()}
        onClick={() => {
          cuts.value = {};
          box.value = null;
        }}
      >
        {w.noSection}
      </Button>
    </div>
  );
}
