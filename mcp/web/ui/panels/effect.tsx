// What a tool would do, or did: counts and names by kind.
import type { JSX } from "preact";
import type { Change } from "../api";
import { title } from "../format.ts";
import type { Effect, Named } from "../replies";
import { w } from "../words.ts";
import { signOf } from "./swatch.tsx";
import { Count } from "./parts.tsx";

const most = 40;

export function EffectList({
  effect,
}: {
  effect: Pick<Effect, "created" | "modified" | "deleted" | "counts">;
}): JSX.Element {
  const named = effect.modified.filter((one) => !one.derived);
  const derived = effect.modified.filter((one) => one.derived);
  const total = effect.counts.created + effect.counts.modified + effect.counts.deleted + effect.counts.derived;
  if (total === 0) return <p class="muted">{w.doesNothing}</p>;
  return (
    <div class="effect">
      <Kind kind="deleted" list={effect.deleted} n={effect.counts.deleted} />
      <Kind kind="added" list={effect.created} n={effect.counts.created} />
      <Kind kind="modified" list={named} n={effect.counts.modified} />
      <Kind kind="derived" list={derived} n={effect.counts.derived} />
    </div>
  );
}

function Kind({
  kind,
  list,
  n,
}: {
  kind: Change;
  list: readonly (Named & { changed?: string[] })[];
  n: number;
}): JSX.Element | null {
  if (n === 0) return null;
  return (
    <details open={n <= 12}>
      <summary>
        <span class={"sign " + kind}>{signOf[kind]}</span> {w.kinds[kind]} <Count n={n} />
      </summary>
      <ul class="plain">
        {list.slice(0, most).map((one) => (
          <li key={one.element_id}>
            <bdi>{one.name || w.unnamed(one.category)}</bdi>{" "}
            <span class="muted">
              {title(one.category)}
              {one.changed &&
                one.changed.length > 0 &&
                ": " + one.changed.map((c) => title(c).toLowerCase()).join(", ")}
            </span>
          </li>
        ))}
        {n > Math.min(most, list.length) && <li class="muted">{w.andMore(n - Math.min(most, list.length))}</li>}
      </ul>
    </details>
  );
}
