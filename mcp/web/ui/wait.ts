// An action that runs once at a time and keeps what went wrong: a double click does it once.
import { signal, type Signal } from "@preact/signals";

export interface Action<A extends unknown[]> {
  run(...args: A): Promise<boolean>; // whether it was done
  busy: Signal<boolean>;
  trouble: Signal<Error | null>;
}

export function action<A extends unknown[]>(act: (...args: A) => Promise<void>): Action<A> {
  const busy = signal(false);
  const trouble = signal<Error | null>(null);
  const run = async (...args: A): Promise<boolean> => {
    if (busy.value) return false;
    busy.value = true;
    trouble.value = null;
    try {
      await act(...args);
      return true;
    } catch (error) {
      trouble.value = error as Error;
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { run, busy, trouble };
}

/** Runs the last of many calls, when none came for a while. */
export function settled(act: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}
