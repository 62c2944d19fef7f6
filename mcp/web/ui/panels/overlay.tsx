// What lies over the picture and follows the camera: north and scale, pins of tasks, the tape.
import type { JSX } from "preact";
import { length } from "../format.ts";
import { distance, measured, measuring, parts } from "../measuring.ts";
import { preferences } from "../preferences.ts";
import { openPanel, openTask } from "../route.ts";
import { viewer } from "../scene.ts";
import { frame } from "../stage.ts";
import { pins } from "../pins.ts";
import { w } from "../words.ts";
import { Button } from "./parts.tsx";

// Lengths that a scale bar may have, in metres.
const metric = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const imperial = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12000, 60000].map(
  (inches) => inches * 0.0254,
);

export function Compass(): JSX.Element | null {
  void frame.value;
  const of = viewer.value;
  const canvas = document.getElementById("canvas");
  if (!of || !canvas || canvas.clientHeight === 0) return null;
  const { eye, target, height } = of.camera();
  const up = Math.abs(eye[0] - target[0]) + Math.abs(eye[1] - target[1]) < 1e-6;
  const north = up ? 0 : (Math.atan2(target[0] - eye[0], target[1] - eye[1]) * 180) / Math.PI;
  const perMetre = canvas.clientHeight / Math.max(height, 1e-6);
  const steps = preferences.value.unit === "ft-in" ? imperial : metric;
  const long = steps.filter((step) => step * perMetre <= 110).at(-1) ?? steps[0]!;
  const text = length(long * 1000, preferences.value.unit);
  return (
    <div class="compass">
      <div class="scale" title={w.scaleHint}>
        <span class="scale-bar" style={{ width: Math.round(long * perMetre) + "px" }} />
        <span>{text}</span>
      </div>
      <svg
        class="north"
        viewBox="0 0 24 24"
        width="28"
        height="28"
        role="img"
        aria-label={w.north(Math.round(north))}
      >
        <g style={{ transform: "rotate(" + -north + "deg)", transformOrigin: "12px 12px" }}>
          <path d="M12 3l4 9h-8z" class="north-point" />
          <path d="M12 21l4-9h-8z" class="north-tail" />
        </g>
      </svg>
    </div>
  );
}

const pinWidth = 26; // pins of one place stand side by side

/** Where tasks are pinned, while the tasks are open. */
export function Pins(): JSX.Element | null {
  void frame.value;
  const of = viewer.value;
  if (!of) return null;
  return (
    <div class="pins">
      {pins.value.map((pin, i) => {
        const at = of.project(pin.point);
        if (!at) return null;
        const before = pins.value.slice(0, i).filter((other) => other.point.join() === pin.point.join()).length;
        return (
          <button
            type="button"
            key={pin.task}
            class={"pin" + (openTask.value === pin.task ? " is-open" : "")}
            style={{ left: Math.round(at[0]) + before * pinWidth + "px", top: Math.round(at[1]) + "px" }}
            title={pin.title}
            aria-label={w.pin(pin.title)}
            onClick={() => {
              openPanel("tasks");
              openTask.value = pin.task;
            }}
          >
            {pin.number}
          </button>
        );
      })}
    </div>
  );
}

export function Tape(): JSX.Element | null {
  void frame.value;
  const of = viewer.value;
  const points = measured.value;
  if (!of || !measuring.value) return null;
  const unit = preferences.value.unit;
  const ends = points.map((hit) => of.project(hit.point));
  const apart = distance(points);
  const along = parts(points);
  return (
    <>
      <svg class="tape" aria-hidden="true">
        {ends[0] && ends[1] && <line x1={ends[0][0]} y1={ends[0][1]} x2={ends[1][0]} y2={ends[1][1]} />}
        {ends.map((end, i) => end && <circle key={i} cx={end[0]} cy={end[1]} r="4" />)}
      </svg>
      <div class="tape-text">
        {apart === null || !along ? (
          <span>{points.length === 0 ? w.measureFirst : w.measureSecond}</span>
        ) : (
          <>
            <strong>{length(apart, unit)}</strong>
            <span class="muted">{w.alongAxes(along.map((part) => length(part, unit)))}</span>
          </>
        )}
        <Button kind="quiet" onClick={() => (measuring.value = false)}>
          {w.done}
        </Button>
      </div>
    </>
  );
}
