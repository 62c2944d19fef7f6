// The frame that the view lies in: theme, size and mode, as the host has them.
import { effect } from "@preact/signals";
import { speak } from "../format.ts";
import type { DisplayMode, Host } from "./host.ts";
import { isDark } from "./drawing.ts";
import { context } from "./state.ts";

/** Height in the chat, in CSS pixels: some hosts read it from the page, others hear it, others have their own. */
const inlineHeight = 420;

/** Takes over what the host says of the frame. */
export function fit(host: Host): () => void {
  const root = document.documentElement;
  return effect(() => {
    const { styles, displayMode, containerDimensions, safeAreaInsets, locale, timeZone } = context.value;
    root.dataset["theme"] = isDark() ? "dark" : "light";
    for (const [name, value] of Object.entries(styles?.variables ?? {})) {
      if (/^--[\w-]+$/.test(name) && value) root.style.setProperty(name, value);
    }
    const inset = safeAreaInsets;
    if (inset)
      root.style.setProperty("--inset", `${inset.top}px ${inset.right}px ${inset.bottom}px ${inset.left}px`);
    speak(locale, timeZone);
    root.lang = "en"; // the words are English whatever the numbers are
    const whole = displayMode === "fullscreen" || displayMode === "pip";
    const given = containerDimensions?.height;
    const most = containerDimensions?.maxHeight ?? Infinity;
    const height = Math.min(given ?? inlineHeight, most);
    root.classList.toggle("is-whole", whole);
    root.style.setProperty("--height", whole ? "100vh" : height + "px");
    if (!whole && given === undefined && host.ready) {
      host.tell("ui/notifications/size-changed", { width: root.clientWidth, height });
    }
  });
}

/** Whether the host has another mode to go to, and which. */
export function otherMode(): DisplayMode | null {
  const { displayMode, availableDisplayModes } = context.value;
  const next: DisplayMode = displayMode === "fullscreen" ? "inline" : "fullscreen";
  return availableDisplayModes?.includes(next) ? next : null;
}

export async function changeMode(host: Host, mode: DisplayMode): Promise<void> {
  try {
    const answer = await host.ask("ui/request-display-mode", { mode });
    if (typeof answer["mode"] === "string")
      context.value = { ...context.value, displayMode: answer["mode"] as DisplayMode };
  } catch {
    // It stays as it is.
  }
}
