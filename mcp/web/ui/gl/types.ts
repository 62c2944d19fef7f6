// What the page and the view in a chat ask of the renderer. gl/viewer.ts implements Viewer; nothing else of gl is used
// outside of it.
import type { Chunk, Delta, Scene } from "../api";

export interface CameraState {
  eye: [number, number, number]; // metres, Z up
  target: [number, number, number];
  parallel: boolean;
  height: number; // of the picture at the target, in metres
}

export type NamedView = "iso" | "top" | "front" | "right" | "back" | "left";

export interface Hit {
  id: string;
  point: [number, number, number];
}

export interface ViewerEvents {
  pick(hit: Hit | null, additive: boolean): void; // click; Shift or Ctrl adds
  hover(hit: Hit | null): void; // after 60 ms of rest
  camera(state: CameraState): void; // 150 ms after it came to rest
  frame(stats: { triangles: number; draws: number; ms: number }): void;
  lost(): void; // the context
  restored(): void;
}

/** How an element is drawn. */
export interface Style {
  hidden?: boolean;
  ghost?: boolean; // screen door, not picked
  colour?: [number, number, number]; // 0 to 255 instead of its own
}

export interface Viewer {
  /** Begins a scene: forgets what was there, keeps the camera when keep. Chunks follow. */
  begin(scene: Scene, keepCamera: boolean): void;
  /** Adds the bodies of a chunk of the scene. */
  add(chunk: Chunk, data: ArrayBuffer): void;
  /** Turns the scene into what it is after a delta: bodies replaced, added, taken away. */
  apply(delta: Delta, after: ArrayBuffer | null): void;
  /** Shows bodies of before as ghosts beside the scene (deleted ones and old places); null takes them away. */
  before(delta: Delta | null, data: ArrayBuffer | null): void;
  /** Of what differs from before: 0 shows it in full as it was, 1, the default, as it is in the scene, with ghosts of
   *  before beside it; between, both fade. What does not differ stays. */
  fade(share: number): void;
  /** Styles by element; elements that are not in it are drawn as they are. */
  style(of: (id: string, category: string, level: number) => Style | null): void;
  select(ids: readonly string[]): void;
  hovered(id: string | null): void;
  /** Cuts away what lies beyond: planes as nx, ny, nz, d with n.p > d cut off. Empty: nothing is cut. */
  cut(planes: readonly [number, number, number, number][]): void;
  edges(on: boolean): void;
  theme(dark: boolean): void;
  fit(ids?: readonly string[], animate?: boolean): void;
  look(view: NamedView, animate?: boolean): void;
  orbit(dx: number, dy: number): void; // pixels, as by keys
  pan(dx: number, dy: number): void;
  zoom(steps: number): void;
  camera(): CameraState;
  setCamera(state: CameraState): void;
  /** Where a point of the world is in the canvas, in CSS pixels; null behind the camera. */
  project(point: [number, number, number]): [number, number] | null;
  boxOf(ids: readonly string[]): number[] | null;
  dispose(): void;
}
