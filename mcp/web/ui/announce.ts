// The polite line at the foot of the page: what is selected, what came in, what is wrong.
import { signal } from "@preact/signals";

export const said = signal("");

export function announce(text: string): void {
  said.value = text;
}
