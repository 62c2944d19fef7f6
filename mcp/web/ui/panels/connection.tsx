// The banner while the stream is lost: what is shown stays, and says how old it is.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { connection } from "../live.ts";
import { w } from "../words.ts";
import { Icon } from "./icon.tsx";

const left = signal(0);

export function Connection(): JSX.Element | null {
  const state = connection.value;
  useEffect(() => {
    if (state.state !== "lost") return;
    const count = (): void => void (left.value = Math.max(0, Math.ceil((state.next - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [state]);
  if (state.state !== "lost") return null;
  return (
    <div class="banner" role="status">
      <Icon name="warn" /> {w.connectionLost} <span aria-hidden="true">{w.againIn(left.value)}</span>
    </div>
  );
}
