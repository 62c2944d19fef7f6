// How wide the window is, and which of its parts are open.
import { computed, signal } from "@preact/signals";

export type LeftTab = "storeys" | "categories" | "changes" | "models";

const narrowQuery = matchMedia("(max-width: 799px)");
const mediumQuery = matchMedia("(max-width: 1279px)");

const narrowNow = signal(narrowQuery.matches);
const mediumNow = signal(mediumQuery.matches);
narrowQuery.addEventListener("change", () => (narrowNow.value = narrowQuery.matches));
mediumQuery.addEventListener("change", () => (mediumNow.value = mediumQuery.matches));

export const width = computed<"narrow" | "medium" | "wide">(() =>
  narrowNow.value ? "narrow" : mediumNow.value ? "medium" : "wide",
);

export const leftTab = signal<LeftTab>("storeys");
export const drawer = signal(false); // the left side at medium width
export const sheet = signal<"left" | "side">("side"); // what the sheet of a narrow window shows
