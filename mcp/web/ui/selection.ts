// What is selected, and what the pointer is over.
import { signal } from "@preact/signals";

export const selection = signal<readonly string[]>([]);
export const hovered = signal<string | null>(null);

export function select(ids: readonly string[]): void {
  const next = [...new Set(ids)];
  const old = selection.value;
  if (next.length === old.length && next.every((id, i) => id === old[i])) return;
  selection.value = next;
}

/** Adds an element, or takes it away. */
export function toggle(id: string): void {
  const old = selection.value;
  select(old.includes(id) ? old.filter((other) => other !== id) : [...old, id]);
}
