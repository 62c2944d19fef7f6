// For browsers without WebGL: the picture that the server draws, in the view that is asked for.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { branchPath, binary, query } from "../call.ts";
import { scene } from "../scene.ts";
import { w } from "../words.ts";
import { Icon } from "./icon.tsx";
import { Trouble } from "./parts.tsx";

// The views of the picture have the names of the server's.
const views = { iso: "iso_se", top: "top", front: "south", right: "east", back: "north", left: "west" } as const;
const names = Object.keys(views) as (keyof typeof views)[];
const chosen = signal<keyof typeof views>("iso");

export function Picture(): JSX.Element {
  const state = scene.value;
  const [url, setUrl] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const path = state
    ? branchPath(state.model_id, state.branch) +
      "/picture.png" +
      query({ at: state.revision, view: views[chosen.value] })
    : "";
  useEffect(() => {
    if (!path) return;
    const stop = new AbortController();
    let made = "";
    binary(path, stop.signal).then(
      (data) => {
        made = URL.createObjectURL(new Blob([data], { type: "image/png" }));
        setUrl(made);
        setError(null);
      },
      (reason: Error) => {
        if (!stop.signal.aborted) setError(reason);
      },
    );
    return () => {
      stop.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [path]);
  return (
    <div class="picture">
      <p class="notice">
        <Icon name="info" />
        <span>{w.noWebGL}</span>
      </p>
      <div class="chips" role="group" aria-label={w.views}>
        {names.map((name) => (
          <button
            type="button"
            class="chip"
            key={name}
            aria-pressed={chosen.value === name}
            onClick={() => (chosen.value = name)}
          >
            {w.viewNames[name]}
          </button>
        ))}
      </div>
      <Trouble error={error} />
      {url && !error && (
        <img
          src={url}
          alt={w.canvas(
            state?.model_name ?? "",
            state?.branch ?? "",
            state?.revision ?? 0,
            state?.head ?? 0,
            state?.rows.ids.length ?? 0,
            0,
          )}
        />
      )}
    </div>
  );
}
