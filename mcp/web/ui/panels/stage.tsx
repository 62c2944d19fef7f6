// The picture: a canvas that can have the focus, with the controls that belong to it.
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../announce.ts";
import { planes } from "../cutting.ts";
import { drawBefore, fade } from "../difference.ts";
import { elementOf, levelName } from "../elements.ts";
import { title } from "../format.ts";
import type { Viewer } from "../gl/types";
import { createViewer } from "../gl/viewer";
import { onCanvasKey } from "../keys.ts";
import { addMeasured, measuring } from "../measuring.ts";
import { model } from "../place.ts";
import { isDark, preferences } from "../preferences.ts";
import { cameraOf, cuts, linkedView, view } from "../route.ts";
import { painted, scene, trouble, viewer, waiting } from "../scene.ts";
import { hovered, select, selection, toggle } from "../selection.ts";
import { contextLost, frame, noWebGL } from "../stage.ts";
import { styleOf } from "../appearance.ts";
import { w } from "../words.ts";
import { Legend } from "./legend.tsx";
import { Compass, Pins, Tape } from "./overlay.tsx";
import { Picture } from "./picture.tsx";
import { StageTools, ViewTools } from "./tools.tsx";
import { Since } from "./since.tsx";
import { StageState } from "./stagestate.tsx";

export function Stage(): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? open(canvas.current) : undefined), []);
  return (
    <section class="stage" aria-label={w.picture}>
      <canvas
        ref={canvas}
        id="canvas"
        tabIndex={0}
        role="img"
        aria-label={canvasLabel()}
        aria-describedby="canvas-keys"
        hidden={noWebGL.value}
        onKeyDown={onCanvasKey}
      />
      <span id="canvas-keys" class="hidden-text">
        {w.canvasKeys}
      </span>
      {noWebGL.value && <Picture />}
      {!noWebGL.value && <ViewTools />}
      {!noWebGL.value && <StageTools />}
      <Legend />
      {!noWebGL.value && <Pins />}
      {!noWebGL.value && <Compass />}
      {!noWebGL.value && <Tape />}
      <Hovering />
      <Since />
      <StageState />
    </section>
  );
}

function canvasLabel(): string {
  const state = scene.value;
  if (!state) return trouble.value ? w.noPicture : w.loading;
  const selected = selection.value.length;
  return w.canvas(
    model.value?.name ?? state.model_name,
    state.branch,
    state.revision,
    state.head,
    state.rows.ids.length,
    selected,
  );
}

/** What is under the pointer, by name. */
function Hovering(): JSX.Element | null {
  const element = hovered.value ? elementOf(hovered.value) : null;
  if (!element) return null;
  const level = levelName(element.level);
  return (
    <div class="hovering" aria-hidden="true">
      <bdi>{element.name || w.unnamed(element.category)}</bdi>
      <span class="muted">
        {title(element.category)}
        {level && ", "}
        <bdi>{level}</bdi>
      </span>
    </div>
  );
}

/** Makes the viewer of a canvas, and keeps it in step with the page until it is closed. */
function open(canvas: HTMLCanvasElement): () => void {
  const made = createViewer(canvas, {
    pick(hit, additive) {
      if (measuring.value) {
        if (hit) addMeasured(hit);
        return;
      }
      if (!hit) {
        if (!additive) select([]);
      } else if (additive) toggle(hit.id);
      else select([hit.id]);
    },
    hover(hit) {
      hovered.value = hit?.id ?? null;
    },
    camera(state) {
      const height = state.parallel ? state.height : 0;
      view.value = { eye: state.eye, target: state.target, height };
    },
    frame(stats) {
      frame.value = frame.value + 1;
      canvas.dataset["frame"] = String(frame.peek());
      canvas.dataset["triangles"] = String(stats.triangles);
    },
    lost() {
      contextLost.value = true;
      announce(w.contextLost);
    },
    restored() {
      contextLost.value = false;
      announce(w.contextBack);
    },
  });
  noWebGL.value = made === null;
  if (!made) return () => {};
  viewer.value = made;
  const stops = follow(made);
  return () => {
    for (const stop of stops) stop();
    viewer.value = null;
    made.dispose();
  };
}

function follow(of: Viewer): (() => void)[] {
  return [
    effect(() => of.theme(isDark())),
    effect(() => of.edges(preferences.value.edges)),
    effect(() => of.select(selection.value)),
    effect(() => of.hovered(hovered.value)),
    effect(() => {
      if (scene.value) of.style(styleOf());
    }),
    effect(() => {
      void scene.value;
      of.cut(planes(cuts.value));
    }),
    effect(() => {
      const asked = painted.value > 0 ? linkedView.value : null;
      if (!asked) return;
      of.setCamera(cameraOf(asked));
      linkedView.value = null;
    }),
    effect(() => {
      void painted.value;
      void drawBefore();
    }),
    effect(() => of.fade(fade.value)),
    effect(() => {
      document.body.classList.toggle("is-waiting", waiting.value);
    }),
  ];
}
