// What a person chose of the page's looks, kept by the browser. Nothing of a model but the revisions they have seen.
import { effect, signal } from "@preact/signals";
import type { LengthUnit } from "./format";

export type Theme = "system" | "light" | "dark";

export interface Preferences {
  theme: Theme;
  unit: LengthUnit;
  letters: boolean; // shortcuts of one letter
  left: number; // widths in pixels, 0 is shut
  right: number;
  edges: boolean;
  seen: Record<string, number>; // by model and branch, the last revision that was looked at
}

const store = "bimstream.preferences";

const initial: Preferences = {
  theme: "system",
  unit: "mm",
  letters: true,
  left: 264,
  right: 328,
  edges: true,
  seen: {},
};

export const preferences = signal<Preferences>(initial);

export function prefer(part: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...part };
}

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const systemTheme = signal(systemDark.matches);
systemDark.addEventListener("change", () => (systemTheme.value = systemDark.matches));

export function isDark(): boolean {
  const theme = preferences.value.theme;
  return theme === "dark" || (theme === "system" && systemTheme.value);
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the camera may fly and lights may fade. */
export function mayMove(): boolean {
  return !calm.matches;
}

/** Takes what the browser has kept, and keeps what changes from now on. */
export function keepPreferences(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(store) ?? "{}") as Partial<Preferences>;
    preferences.value = { ...initial, ...kept };
  } catch {
    // unreadable, or no storage: the defaults do
  }
  effect(() => {
    const text = JSON.stringify(preferences.value);
    document.documentElement.dataset["theme"] = preferences.value.theme;
    try {
      localStorage.setItem(store, text);
    } catch {
      // no storage: they last as long as the page
    }
  });
}
