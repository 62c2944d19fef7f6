// What is shown to who has no session: how to get one.
import type { JSX } from "preact";
import { access, begin } from "../session.ts";
import { w } from "../words.ts";
import { Button } from "./parts.tsx";

export function Gate(): JSX.Element {
  const state = access.value;
  return (
    <main class="gate">
      <h1>bimstream</h1>
      {state === "asking" && <p role="status">{w.opening}</p>}
      {state === "none" && (
        <>
          <p>{w.noSession}</p>
          <p class="muted">{w.noSessionHint}</p>
        </>
      )}
      {state === "unreachable" && (
        <>
          <p>{w.unreachable}</p>
          <p class="muted">{w.unreachableHint}</p>
          <p>
            <Button kind="primary" icon="reload" onClick={() => void begin()}>
              {w.tryAgain}
            </Button>
          </p>
        </>
      )}
    </main>
  );
}
