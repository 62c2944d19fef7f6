// What the picture says of itself.
import { signal } from "@preact/signals";

export const noWebGL = signal(false);
export const contextLost = signal(false);
export const frame = signal(0); // counts finished frames
