// What happened on the branch while nobody looked at it in this browser.
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { changes } from "../changes.ts";
import { plural } from "../format.ts";
import { go, isLive, place } from "../place.ts";
import { playFrom } from "../play.ts";
import { prefer, preferences } from "../preferences.ts";
import { headKey, plan, scene } from "../scene.ts";
import { w } from "../words.ts";
import { Button, Time } from "./parts.tsx";

interface Absence {
  key: string;
  after: number; // the last revision that was seen
  until: number; // the head on return: what comes later is seen as it comes
}

const absence = signal<Absence | null>(null);

/** Notes what is looked at live, so that the next visit, or the return to this tab, can say what is new. */
export function noteSeen(): () => void {
  const back = (): void => {
    const known = absence.value;
    if (document.hidden || !known || known.after < known.until) return;
    const state = scene.value;
    if (state)
      absence.value = { ...known, after: preferences.value.seen[known.key] ?? state.head, until: state.head };
    note();
  };
  const note = (): void => {
    const state = scene.value;
    if (!state || plan.value) return;
    const key = headKey(state.model_id, state.branch);
    const seen = preferences.peek().seen[key];
    if (absence.peek()?.key !== key) absence.value = { key, after: seen ?? state.head, until: state.head };
    if (isLive.value && !document.hidden && seen !== state.head) {
      prefer({ seen: { ...preferences.peek().seen, [key]: state.head } });
    }
  };
  document.addEventListener("visibilitychange", back);
  const stop = effect(note);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", back);
  };
}

export function Since(): JSX.Element | null {
  const begin = absence.value;
  if (!begin || plan.value || begin.key !== headKey(place.value.model, place.value.branch)) return null;
  if (begin.after >= begin.until) return null;
  const list = (changes.value?.list ?? []).filter(
    (change) => change.first > begin.after && change.last <= begin.until,
  );
  const oldest = list.at(-1);
  if (!oldest) return null;
  const authors = new Set(list.map((change) => change.agent || change.user)).size;
  const after = Math.max(0, begin.after);
  return (
    <div class="since" role="status">
      <span>
        {w.sinceLast(plural(list.length, "change", "changes"), plural(authors, "author", "authors"))}{" "}
        <Time at={oldest.at} />
      </span>
      <Button kind="quiet" icon="compare" onClick={() => go({ at: "", diff: String(after) })}>
        {w.compare}
      </Button>
      <Button kind="quiet" icon="play" onClick={() => playFrom(after)}>
        {w.replay}
      </Button>
      <Button kind="quiet" icon="check" onClick={() => (absence.value = { ...begin, after: begin.until })}>
        {w.markSeen}
      </Button>
    </div>
  );
}
