// What the colours of the picture mean, while they mean something.
import type { ComponentChildren, JSX } from "preact";
import type { Change } from "../api";
import { length, number, title, words } from "../format.ts";
import { Button, Count } from "../panels/parts.tsx";
import { signOf, Swatch } from "../panels/swatch.tsx";
import { changeColours, pairColours } from "./look.ts";
import { stepClash } from "./stage.tsx";
import { clash, clashAt, counts, difference, fade, kinds, look, selection, subject } from "./state.ts";
import { w } from "./words.ts";

export function Legend(): JSX.Element | null {
  const of = subject.value;
  if (of?.kind === "clashes") return <ClashLegend total={of.clashes.length} />;
  if (difference.value) return <ChangeLegend planned={of?.kind === "plan"} />;
  const by = look.value?.colouring;
  return by ? <Shell>{w.colouring(words(by))}</Shell> : null;
}

function Shell({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <div class="legend" role="group" aria-label={w.legend}>
      {children}
    </div>
  );
}

const order: Change[] = ["added", "modified", "deleted", "derived"];

/** Counts by kind, which are filters too, and the fader between before and after. */
function ChangeLegend({ planned }: { planned: boolean }): JSX.Element {
  if (difference.value?.delta.reload) return <Shell>{w.tooMany}</Shell>;
  const toggle = (kind: Change): void => {
    const next = new Set(kinds.value);
    if (!next.delete(kind)) next.add(kind);
    kinds.value = next;
  };
  return (
    <Shell>
      <div class="chips" role="group" aria-label={w.changesByKind}>
        {order.map((kind) => (
          <button
            type="button"
            key={kind}
            class="chip"
            aria-pressed={kinds.value.has(kind)}
            disabled={counts.value[kind] === 0}
            onClick={() => toggle(kind)}
          >
            <Swatch colour={changeColours[kind]} sign={signOf[kind]} />
            <span class="chip-text">{w.kinds[kind]}</span> <Count n={counts.value[kind]} />
          </button>
        ))}
      </div>
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
        <span>{planned ? w.planned : w.after}</span>
      </label>
    </Shell>
  );
}

/** The two of a clash, and the way to the next one. */
function ClashLegend({ total }: { total: number }): JSX.Element {
  const one = clash.value;
  if (!one) return <Shell>{w.noClash}</Shell>;
  const measure = one.depth
    ? length(Math.round(one.depth), "mm") + " " + w.depth
    : one.distance !== null
      ? length(Math.round(one.distance), "mm") + " " + w.apart
      : one.volume
        ? number(one.volume) + " m³"
        : "";
  return (
    <Shell>
      <div class="steps">
        <Button kind="quiet" icon="left" label={w.previous} disabled={total < 2} onClick={() => stepClash(-1)} />
        <strong aria-live="polite">{w.clash(clashAt.value + 1, total)}</strong>
        <Button kind="quiet" icon="right" label={w.next} disabled={total < 2} onClick={() => stepClash(1)} />
        <span class="muted">{[title(one.kind), measure].filter(Boolean).join(", ")}</span>
      </div>
      <ul>
        {one.pair.map((element, i) => (
          <li key={element.id}>
            <Swatch colour={pairColours[Math.min(i, 1)]!} sign={String(i + 1)} />
            <button type="button" class="link" onClick={() => (selection.value = [element.id])}>
              <bdi>{element.name || w.unnamed(title(element.category))}</bdi>
            </button>
            <span class="muted">{title(element.category)}</span>
          </li>
        ))}
      </ul>
    </Shell>
  );
}
