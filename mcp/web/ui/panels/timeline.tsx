// The time line: a slider over the strip of what happened, and the way to any state of the past.
import { signal } from "@preact/signals";
import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Timeline as Data } from "../api";
import { changeAt, timeline } from "../changes.ts";
import { tagAt } from "../dialogs.ts";
import { clip, fullTime, signs, time, title } from "../format.ts";
import { stepChange, toggleComparison } from "../navigate.ts";
import { go, goLive, isLive, place } from "../place.ts";
import { playing, speed, stop, togglePlay } from "../play.ts";
import { isDark } from "../preferences.ts";
import { scrubbing } from "../route.ts";
import { plan, scene } from "../scene.ts";
import { can } from "../session.ts";
import { draw, lanesOf, xOf } from "../strip.ts";
import { w } from "../words.ts";
import { Actor, Button, Time } from "./parts.tsx";

const inset = 8;
const dragged = signal<number | null>(null); // where the thumb is while it is dragged

export function TimeLine(): JSX.Element {
  return (
    <section class={"timeline" + (isLive.value ? "" : " is-past")} aria-label={w.timeLine}>
      <div class="timeline-bar">
        <div class="transport">
          <Button
            kind="quiet"
            icon="previous"
            label={w.previousRevision}
            disabled={!!plan.value}
            onClick={() => void stepChange(-1)}
          />
          <Button
            kind="quiet"
            icon={playing.value ? "pause" : "play"}
            label={playing.value ? w.stop : w.play}
            disabled={!!plan.value}
            onClick={togglePlay}
          />
          <Button
            kind="quiet"
            icon="next"
            label={w.nextRevision}
            disabled={!!plan.value}
            onClick={() => void stepChange(1)}
          />
          <label class="speed">
            <span class="hidden-text">{w.speed}</span>
            <select
              value={String(speed.value)}
              onChange={(event) => (speed.value = Number(event.currentTarget.value))}
            >
              {[1, 2, 5, 10].map((n) => (
                <option key={n} value={n}>
                  {w.perSecond(n)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Caption />
        <div class="transport">
          {can("tag_revision") && scene.value && (
            <Button
              kind="quiet"
              icon="tag"
              label={w.tagThis}
              onClick={() => (tagAt.value = scene.value!.revision)}
            />
          )}
          <Button
            kind="quiet"
            icon="compare"
            aria-pressed={place.value.diff !== ""}
            disabled={!!plan.value}
            title={w.compareHint}
            onClick={toggleComparison}
          >
            {w.compare}
          </Button>
          <Button
            kind={isLive.value ? "quiet" : "primary"}
            icon="live"
            disabled={isLive.value && !plan.value}
            title={w.goLive}
            onClick={() => {
              stop();
              goLive();
            }}
          >
            {w.live}
          </Button>
        </div>
      </div>
      <Strip />
    </section>
  );
}

/** The change that made the shown state: when, who, what and why. */
function Caption(): JSX.Element {
  const state = scene.value;
  const change = changeAt.value;
  if (!state) return <p class="caption muted" />;
  return (
    <p class="caption">
      <strong class="nowrap">{state.revision < 0 ? w.beginning : w.revisionOf(state.revision, state.head)}</strong>
      <Time at={change?.at ?? state.at} />
      {change && (
        <>
          <Actor user={change.user} agent={change.agent} />
          <span class="nowrap">
            {title(change.tool)} {signs(change)}
          </span>
          {change.reason && (
            <span class="reason" dir="auto" title={change.reason}>
              “{clip(change.reason, 200)}”
            </span>
          )}
        </>
      )}
    </p>
  );
}

function Strip(): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const data = timeline.value?.data ?? null;
  const state = scene.value;
  const shown = dragged.value ?? state?.revision ?? 0;
  const compared = comparedRevision();
  const dark = isDark();
  const authors = data ? lanesOf(data) : [];
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current && data && size.width > 0) {
      draw(canvas.current, data, { ...size, inset, dark, shown, compared, authors });
    }
  }, [data, size, shown, compared, dark]);
  const head = Math.max(state?.head ?? 0, data?.head ?? 0);
  return (
    <div class="strip-box">
      <div
        class="strip"
        ref={box}
        onPointerMove={(event) => data && point(event, data, size.width)}
        onPointerLeave={() => (pointed.value = null)}
      >
        <canvas ref={canvas} aria-hidden="true" />
        <input
          type="range"
          class="strip-range"
          aria-label={w.timeLine}
          min="0"
          max={head}
          value={Math.max(0, shown)}
          disabled={!state || !!plan.value || head === 0}
          aria-valuetext={valueText(shown)}
          onKeyDown={onKey}
          onInput={(event) => data && onInput(event.currentTarget.valueAsNumber, data, head)}
          onChange={() => {
            dragged.value = null;
            scrubbing.value = false;
          }}
        />
        <Pointed />
      </div>
      {compared !== null && !plan.value && (
        <label class="compare-range">
          <span>{w.comparedWith}</span>
          <input
            type="range"
            min="0"
            max={head}
            value={compared}
            aria-valuetext={valueText(compared)}
            onInput={(event) => data && go({ diff: String(snap(event.currentTarget.valueAsNumber, data)) })}
          />
          <output>{compared}</output>
        </label>
      )}
    </div>
  );
}

function comparedRevision(): number | null {
  const { diff } = place.value;
  return /^\d+$/.test(diff) ? Number(diff) : null;
}

function valueText(revision: number): string {
  const change = changeAt.value;
  const here = change && change.first <= revision && revision <= change.last ? change : null;
  return w.revisionText(
    revision,
    here ? time(here.at) : "",
    here ? title(here.tool) : "",
    here ? here.agent || here.user : "",
  );
}

/** The end of the change, or of the bucket of changes, that a revision lies in: states in between are none. */
function snap(revision: number, data: Data): number {
  const bucket = data.buckets.find((one) => revision <= one.last);
  return bucket?.last ?? data.head;
}

function onInput(value: number, data: Data, head: number): void {
  stop();
  scrubbing.value = true;
  const to = snap(value, data);
  dragged.value = value;
  go({ at: to >= head ? "" : String(to) });
}

const steps: Record<string, 1 | -1> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Arrow keys go from change to change; Page keys, Home and End are the slider's own. */
function onKey(event: TargetedKeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  stop();
  void stepChange(step);
}

const pointed = signal<{ x: number; bucket: Data["buckets"][number] } | null>(null);

function point(event: TargetedPointerEvent<HTMLElement>, data: Data, width: number): void {
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
  const bucket = data.buckets.find((one) => x <= xOf(one.last, data.head, { width, inset }));
  pointed.value = bucket ? { x, bucket } : null;
}

function Pointed(): JSX.Element | null {
  const at = pointed.value;
  if (!at) return null;
  const { bucket } = at;
  return (
    <div
      class="pointed"
      aria-hidden="true"
      style={{ left: "clamp(0px, " + Math.round(at.x) + "px, calc(100% - 220px))" }}
    >
      <strong>{w.revisionShort(bucket.first, bucket.last)}</strong> {signs(bucket)}
      <span class="block">{fullTime(bucket.to)}</span>
      <span class="block muted" dir="auto">
        {bucket.authors.join(", ")}
      </span>
    </div>
  );
}
