// What the picture says when there is nothing to see, or not yet.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { count, plural } from "../format.ts";
import { goLive, model, models, place } from "../place.ts";
import { somethingHidden, showAll, hiddenCategories } from "../appearance.ts";
import { lost } from "../route.ts";
import { chooseStoreys, isGone, progress, reload, scene, storeys, tooLarge, trouble, waiting } from "../scene.ts";
import { contextLost } from "../stage.ts";
import { w } from "../words.ts";
import { Button, Trouble } from "./parts.tsx";

export function StageState(): JSX.Element | null {
  const state = scene.value;
  if (models.value && models.value.length === 0) return <NoModel />;
  if (contextLost.value) return <Box title={w.contextLost} />;
  if (trouble.value) return <Failed />;
  if (tooLarge.value && !storeys.value) return <TooLarge />;
  if (progress.value || (!state && waiting.value)) return <Loading />;
  if (state && state.rows.ids.length === 0) return <Box title={w.modelEmptyTitle}>{w.modelEmptyHint}</Box>;
  if (state && allHidden()) {
    return (
      <Box title={w.allHidden}>
        <Button kind="primary" onClick={showAll}>
          {w.showAll}
        </Button>
      </Box>
    );
  }
  return <Notices />;
}

function allHidden(): boolean {
  if (!somethingHidden.value) return false;
  const categories = scene.value?.rows.categories ?? [];
  return categories.length > 0 && categories.every((category) => hiddenCategories.value.has(category));
}

function Box({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="stage-state">
      <div>
        <h2>{title}</h2>
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
    </div>
  );
}

const command = "bimstream mcp --print-config";

function NoModel(): JSX.Element {
  return (
    <Box title={w.noModel}>
      <p>{w.noModelHint}</p>
      <p class="copy">
        <code>{command}</code>
        <Button icon="copy" label={w.copy} onClick={() => void navigator.clipboard?.writeText(command)} />
      </p>
    </Box>
  );
}

function Failed(): JSX.Element {
  return (
    <Box title={w.notLoaded}>
      <Trouble error={trouble.value} retry={() => void reload()} />
      {isGone(trouble.value) && place.value.at !== "" && (
        <Button kind="primary" onClick={goLive}>
          {w.goLive}
        </Button>
      )}
    </Box>
  );
}

/** Nothing for the first 300 ms: most states are there by then. */
function Loading(): JSX.Element | null {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  const p = progress.value;
  return (
    <div class="loading" role="status">
      {p ? (
        <progress max={Math.max(1, p.total)} value={p.done} aria-label={w.loading} />
      ) : (
        <progress aria-label={w.loading} />
      )}
      <span>{p ? w.loadingLevel(p.level, p.done, p.total) : w.loading}</span>
    </div>
  );
}

const picked = signal<ReadonlySet<string>>(new Set());

function TooLarge(): JSX.Element {
  const state = scene.value!;
  const sizes = state.levels.map((_, i) =>
    state.chunks.filter((chunk) => chunk.level === i).reduce((sum, chunk) => sum + chunk.count, 0),
  );
  return (
    <Box title={w.tooLarge}>
      <p>{w.tooLargeHint(count(state.rows.ids.length))}</p>
      <fieldset class="choices scroll">
        <legend>{w.storeys}</legend>
        {state.levels.map((level, i) => (
          <label key={level.id}>
            <input
              type="checkbox"
              checked={picked.value.has(level.id)}
              onChange={(event) => {
                const next = new Set(picked.value);
                if (event.currentTarget.checked) next.add(level.id);
                else next.delete(level.id);
                picked.value = next;
              }}
            />
            <bdi>{level.name}</bdi> <span class="muted">{plural(sizes[i] ?? 0, "element", "elements")}</span>
          </label>
        ))}
      </fieldset>
      <Button kind="primary" disabled={picked.value.size === 0} onClick={() => chooseStoreys(picked.value)}>
        {w.load}
      </Button>
    </Box>
  );
}

function Notices(): JSX.Element | null {
  const left = scene.value?.left_out.length ?? 0;
  return (
    <div class="stage-notices">
      {lost.value && (
        <p class="notice" role="status">
          {lost.value === "model" ? w.lostModel(model.value?.name ?? "") : w.lostBranch(place.value.branch)}{" "}
          <Button kind="quiet" onClick={() => (lost.value = "")}>
            {w.close}
          </Button>
        </p>
      )}
      {left > 0 && (
        <details class="notice">
          <summary>{w.leftOut(left)}</summary>
          <ul>
            {scene.value!.left_out.slice(0, 20).map((one) => (
              <li key={one.element_id} dir="auto">
                {one.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
