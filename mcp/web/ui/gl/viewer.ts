// The renderer of the page and of the view in a chat: it draws when something has changed, and never else.
import { WebGLRenderer } from "three";
import type { Chunk, Delta, Scene } from "../api";
import { atLeast, type Box, type Vector } from "./box.ts";
import { basis, dot, eyeOf, fitted, fromState, named, pointAt, projected, subtract, toState } from "./camera.ts";
import type { StyleOf } from "./dress.ts";
import { Frame } from "./frame.ts";
import { type Hand, Input } from "./input.ts";
import { Loop } from "./loop.ts";
import { Materials, type Plane } from "./material.ts";
import { Navigation } from "./navigation.ts";
import { Stage } from "./stage.ts";
import { State } from "./state.ts";
import type { CameraState, Hit, NamedView, Viewer, ViewerEvents } from "./types.ts";

const slowFrame = 50; // milliseconds; what takes longer is drawn coarsely while it moves
const leastTriangles = 20_000; // that are drawn even then
const leastFitted = 3.5; // metres: of something small, what is around it is seen too
const mostRatio = 2; // device pixels per CSS pixel

/** Makes a viewer on a canvas; null when there is no WebGL2. */
export function createViewer(canvas: HTMLCanvasElement, events: ViewerEvents): Viewer | null {
  const context = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false, stencil: false });
  return context && new CanvasViewer(new WebGLRenderer({ canvas, context }), context, events);
}

class CanvasViewer implements Viewer {
  private readonly state = new State();
  private readonly materials = new Materials(this.state);
  private readonly stage = new Stage(this.state, this.materials);
  private readonly navigation: Navigation;
  private readonly frame: Frame;
  private readonly loop: Loop;
  private readonly input: Input;
  private readonly sizes: ResizeObserver;
  private readonly heard = new AbortController();
  private readonly settings = { edges: true, dark: false };
  private share = 1;
  private frames = 0;
  private cost = 0; // milliseconds of the last full frame
  private whole = 0; // triangles of it
  private lost = false;
  private coarse = false; // the last frame left out what is small
  private awaited: Box | null = null; // to be shown when the canvas has a size
  private pivot: Vector = [0, 0, 0]; // of a drag
  private anchor: { x: number; y: number; point: Vector } | null = null; // of the wheel

  constructor(private readonly renderer: WebGLRenderer, gl: WebGL2RenderingContext,
    private readonly events: ViewerEvents) {
    const canvas = renderer.domElement;
    this.frame = new Frame(renderer);
    this.materials.theme(false);
    this.loop = new Loop(gl, { draw: (now) => this.draw(now), finished: (ms) => this.finished(ms) });
    this.navigation = new Navigation({ moved: () => this.loop.change(), rested: () => this.rested(),
      busy: () => this.loop.busy, reach: () => this.stage.reach(), height: () => this.frame.height });
    this.input = new Input(canvas, this.hand());
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(canvas);
    const on = { signal: this.heard.signal };
    addEventListener("resize", () => this.resize(), on); // the pixels of another screen may be smaller
    canvas.addEventListener("webglcontextlost", () => this.lose(), on);
    canvas.addEventListener("webglcontextrestored", () => this.restore(), on);
    this.resize();
  }

  begin(scene: Scene, keepCamera: boolean): void {
    this.stage.begin(scene);
    this.loop.change();
    this.awaited = null;
    if (!keepCamera && scene.box) {
      this.welcome(scene.box as Box);
    }
  }

  add(chunk: Chunk, data: ArrayBuffer): void {
    this.stage.add(chunk, data);
    this.loop.change();
  }

  apply(delta: Delta, after: ArrayBuffer | null): void {
    this.stage.apply(delta, after);
    this.loop.change();
  }

  before(delta: Delta | null, data: ArrayBuffer | null): void {
    this.stage.showBefore(delta, data);
    this.loop.change();
  }

  fade(share: number): void {
    this.share = Math.max(0, Math.min(1, share));
    this.materials.share(this.share);
    this.loop.change();
  }

  style(of: StyleOf): void {
    this.stage.dress.style(of);
    this.stage.before?.restyle();
    this.loop.change();
  }

  select(ids: readonly string[]): void {
    this.stage.dress.select(ids);
    this.loop.change();
  }

  hovered(id: string | null): void {
    if (this.stage.dress.hover(id)) {
      this.loop.change();
    }
  }

  cut(planes: readonly Plane[]): void {
    this.materials.cut(planes);
    this.loop.change();
  }

  edges(on: boolean): void {
    this.settings.edges = on;
    this.loop.change();
  }

  theme(dark: boolean): void {
    this.settings.dark = dark;
    this.materials.theme(dark);
    this.loop.change();
  }

  fit(ids?: readonly string[], animate = false): void {
    const box = this.stage.boxOf(ids);
    if (box) {
      const shown = ids ? atLeast(box, leastFitted) : box;
      this.navigation.fly(fitted(this.navigation.aim, shown, this.frame.aspect), animate);
    }
  }

  look(view: NamedView, animate = false): void {
    this.navigation.fly(named(this.navigation.aim, view), animate);
  }

  orbit(dx: number, dy: number): void {
    this.navigation.orbit(dx, dy, this.navigation.view.target);
  }

  pan(dx: number, dy: number): void {
    this.navigation.pan(dx, dy, this.navigation.view.target);
  }

  zoom(steps: number): void {
    this.navigation.steps(steps);
  }

  camera(): CameraState {
    return toState(this.navigation.view);
  }

  setCamera(state: CameraState): void {
    const view = fromState(state, -Math.PI / 2);
    if (!view) {
      throw new Error("a camera that is nowhere");
    }
    this.awaited = null;
    this.navigation.jump(view);
  }

  project(point: [number, number, number]): [number, number] | null {
    const at = projected(this.navigation.view, this.frame.aspect, point);
    return at && [((at[0] + 1) / 2) * this.frame.width, ((1 - at[1]) / 2) * this.frame.height];
  }

  boxOf(ids: readonly string[]): number[] | null {
    return this.stage.boxOf(ids);
  }

  /** Lets go of all, of the context too: pages have few of them. */
  dispose(): void {
    this.loop.stop();
    this.heard.abort();
    this.sizes.disconnect();
    this.input.dispose();
    this.navigation.dispose();
    this.stage.clear();
    this.letGo();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** Lets go of all that the GPU has. What is used again comes back. */
  private letGo(): void {
    this.stage.letGo();
    this.materials.dispose();
    this.state.dispose();
    this.frame.letGo();
  }

  /** Shows all of a box, when the canvas has a size. */
  private welcome(box: Box): void {
    this.awaited = this.frame.width > 0 ? null : box;
    this.navigation.jump(fitted(named(this.navigation.aim, "iso"), box, this.frame.aspect));
  }

  private hand(): Hand {
    return {
      begin: (x, y) => {
        this.pivot = this.pointUnder(x, y);
        this.navigation.hold(true);
        this.hover(null);
      },
      orbit: (dx, dy) => this.navigation.orbit(dx, dy, this.pivot),
      pan: (dx, dy) => this.navigation.pan(dx, dy, this.pivot),
      end: () => this.navigation.hold(false),
      zoom: (factor, x, y) => this.navigation.zoom(factor, this.anchorAt(x, y)),
      click: (x, y, additive) => this.events.pick(this.hit(x, y), additive),
      twice: (x, y) => this.fitUnder(x, y),
      rest: (x, y) => this.hover(this.quickHit(x, y)),
      leave: () => this.hover(null),
    };
  }

  private draw(now: number): void {
    this.navigation.step(now);
    this.coarse = this.navigation.moving && this.cost > slowFrame;
    this.state.flush();
    this.frame.draw(this.navigation.view, this.stage, this.materials, { ...this.settings, most: this.most(),
      mixing: this.share > 0 && this.share < 1 && this.stage.differs() });
  }

  /** How many triangles can be drawn in time while things move. */
  private most(): number {
    return this.coarse ? Math.max(leastTriangles, (this.whole * slowFrame) / this.cost) : Infinity;
  }

  private finished(ms: number): void {
    if (this.coarse) {
      return; // a full one follows
    }
    this.cost = ms;
    this.whole = this.frame.triangles;
    const { triangles, draws } = this.frame;
    const { dataset } = this.renderer.domElement;
    const { eye, target, parallel, height } = this.camera();
    dataset["triangles"] = String(triangles);
    dataset["draws"] = String(draws);
    dataset["camera"] = [...eye, ...target, parallel ? 1 : 0, height].map((n) => +n.toFixed(4)).join(" ");
    dataset["frame"] = String(++this.frames);
    this.events.frame({ triangles, draws, ms });
  }

  private rested(): void {
    if (this.coarse) {
      this.loop.change();
    }
    this.anchor = null;
    this.events.camera(this.camera());
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const ratio = Math.min(devicePixelRatio, this.frame.software ? 1 : mostRatio);
    if (clientWidth > 0 && clientHeight > 0 && this.frame.resize(clientWidth, clientHeight, ratio)) {
      if (this.awaited) {
        this.welcome(this.awaited);
      }
      this.loop.change();
      this.loop.now(); // a canvas is blank after a change of its size
    }
  }

  private lose(): void {
    this.lost = true;
    this.loop.stop();
    this.letGo(); // now, when the objects of the context that is gone can be let go of without complaint
    this.events.lost();
  }

  private restore(): void {
    this.lost = false;
    this.state.all();
    this.stage.restore();
    this.loop.go();
    this.events.restored();
  }

  /** What a click at a place of the canvas would hit. */
  private hit(x: number, y: number): Hit | null {
    if (this.lost) {
      return null;
    }
    this.state.flush();
    const hit = this.frame.hit(this.navigation.view, this.stage, this.materials, x, y);
    return hit && { id: this.stage.rows.ids[hit.row]!, point: hit.point };
  }

  /** The same, by the frame that is there where it tells. */
  private quickHit(x: number, y: number): Hit | null {
    this.loop.now();
    const probe = this.lost ? null : this.frame.probe(this.navigation.view, x, y);
    if (!probe?.plain || this.coarse) {
      return this.hit(x, y);
    }
    const id = this.stage.rows.ids[probe.row];
    return id && probe.point ? { id, point: probe.point } : null;
  }

  private hover(hit: Hit | null): void {
    this.events.hover(hit);
  }

  /** The point under the pointer; where nothing is, that as far as the target. */
  private pointUnder(x: number, y: number): Vector {
    this.loop.now();
    const { view } = this.navigation;
    const point = this.lost ? null : this.frame.probe(view, x, y).point;
    if (point) {
      return point;
    }
    const depth = -dot(subtract(view.target, eyeOf(view)), basis(view).back);
    return pointAt(view, this.frame.aspect, (x / this.frame.width) * 2 - 1, 1 - (y / this.frame.height) * 2, depth);
  }

  /** The point that the wheel goes to. It stays while the pointer stays. */
  private anchorAt(x: number, y: number): Vector {
    if (!this.anchor || Math.hypot(x - this.anchor.x, y - this.anchor.y) > 2) {
      this.anchor = { x, y, point: this.pointUnder(x, y) };
    }
    return this.anchor.point;
  }

  private fitUnder(x: number, y: number): void {
    const hit = this.hit(x, y);
    this.fit(hit ? [hit.id] : undefined, true);
  }
}
