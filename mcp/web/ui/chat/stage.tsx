// The picture with what lies over it.
import type { JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { NamedView } from "../gl/types";
import { title } from "../format.ts";
import { Button } from "../panels/parts.tsx";
import { drawOn, moves } from "./drawing.ts";
import { Legend } from "./legend.tsx";
import {
  cancelled,
  clash,
  clashAt,
  contextLost,
  elementOf,
  frame,
  hovered,
  loading,
  noWebGL,
  progress,
  scene,
  selection,
  subject,
  trouble,
  viewer,
} from "./state.ts";
import { w } from "./words.ts";

const turn = 24; // pixels of a drag that one press stands for

const views: Record<string, NamedView> = { "0": "iso", "1": "front", "2": "right", "3": "back", "7": "top" };

export function Stage({ again }: { again: () => void }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => drawOn(canvas.current!), []);
  const state = scene.value;
  const label = state
    ? w.canvas(state.model_name, state.branch, state.revision, state.rows.ids.length)
    : w.reading;
  return (
    <div class="stage">
      <canvas
        id="canvas"
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby="keys"
        onKeyDown={onKey}
      />
      <p id="keys" class="hidden-text">
        {w.canvasKeys}
      </p>
      <Mark />
      <Hovering />
      <Legend />
      <Waiting />
      <Instead again={again} />
    </div>
  );
}

function onKey(event: TargetedKeyboardEvent<HTMLElement>): void {
  const of = viewer.value;
  if (!of || event.ctrlKey || event.metaKey || event.altKey) return;
  const shift = event.shiftKey;
  const acts: Record<string, () => void> = {
    ArrowLeft: () => (shift ? of.pan(turn, 0) : of.orbit(-turn, 0)),
    ArrowRight: () => (shift ? of.pan(-turn, 0) : of.orbit(turn, 0)),
    ArrowUp: () => (shift ? of.pan(0, turn) : of.orbit(0, -turn)),
    ArrowDown: () => (shift ? of.pan(0, -turn) : of.orbit(0, turn)),
    "+": () => of.zoom(1),
    "=": () => of.zoom(1),
    "-": () => of.zoom(-1),
    f: fitSelection,
    Home: () => of.fit(undefined, moves()),
    n: () => stepClash(1),
    p: () => stepClash(-1),
    Escape: () => (selection.value = []),
  };
  const view = views[event.key];
  const act = view ? () => of.look(view, moves()) : acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

export function fitSelection(): void {
  viewer.value?.fit(selection.value.length > 0 ? selection.value : undefined, moves());
}

export function stepClash(by: 1 | -1): void {
  if (subject.value?.kind !== "clashes") return;
  const n = subject.value.clashes.length;
  if (n > 0) clashAt.value = (clashAt.value + by + n) % n;
}

/** Where the clash is that is looked at. */
function Mark(): JSX.Element | null {
  void frame.value;
  const at = clash.value?.at;
  const place = at && viewer.value?.project(at);
  if (!place || loading.value) return null;
  return (
    <span
      class="mark"
      aria-hidden="true"
      style={{ left: Math.round(place[0]) + "px", top: Math.round(place[1]) + "px" }}
    />
  );
}

function Hovering(): JSX.Element | null {
  const element = hovered.value === null ? null : elementOf(hovered.value);
  if (!element) return null;
  return (
    <p class="hovering" aria-hidden="true">
      <bdi>{element.name || w.unnamed(title(element.category))}</bdi>
      <span class="muted">{title(element.category)}</span>
    </p>
  );
}

function Waiting(): JSX.Element | null {
  if (!loading.value || trouble.value) return null;
  const p = progress.value;
  return (
    <div class="loading" role="status">
      {p ? (
        <progress max={Math.max(1, p.total)} value={p.done} aria-label={w.reading} />
      ) : (
        <progress aria-label={w.reading} />
      )}
      <span>{p ? w.readingBodies(p.done, p.total) : w.reading}</span>
    </div>
  );
}

/** What is said where there is nothing to see. */
function Instead({ again }: { again: () => void }): JSX.Element | null {
  const of = subject.value;
  if (cancelled.value && !of) return <Box head={w.cancelled} />;
  if (!of) return <Box head={w.waiting} />;
  if (of.kind === "failed") return <Box head={w.failed} text={of.message} />;
  if (of.kind === "none") return <Box head={w.nothing} text={w.nothingHint} />;
  if (trouble.value) {
    return (
      <Box head={w.notRead} text={trouble.value.message}>
        <p class="muted">{w.notReadHint}</p>
        <Button onClick={again}>{w.tryAgain}</Button>
      </Box>
    );
  }
  if (noWebGL.value) return <Box head={w.noWebGL} text={w.noWebGLHint} />;
  if (contextLost.value) return <Box head={w.lost} />;
  if (scene.value && !loading.value && scene.value.rows.ids.length === 0) return <Box head={w.empty} />;
  return null;
}

function Box({
  head,
  text = "",
  children,
}: {
  head: string;
  text?: string;
  children?: JSX.Element[];
}): JSX.Element {
  return (
    <div class="stage-state" role="status">
      <div>
        <h2>{head}</h2>
        {text !== "" && <p dir="auto">{text}</p>}
        {children}
      </div>
    </div>
  );
}
