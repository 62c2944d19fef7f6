// Draws frames: the bodies, then the picture of what they left.
import { Camera, Matrix4, WebGLRenderer } from "three";
import type { Box, Vector } from "./box.ts";
import {
  type View, basis, depths, distanceOf, extent, eyeOf, heightOf, pointAt, projection, slope, sunOf,
} from "./camera.ts";
import { type Feature, Picture } from "./edges.ts";
import type { Materials } from "./material.ts";
import { Pick } from "./pick.ts";
import type { Stage } from "./stage.ts";

/** Beyond so many triangles a drawing program without a graphics card draws no edges. */
const edgesWithoutCard = 300_000;
const mostDetail = 2_400_000; // pixels of a canvas that is drawn in double size
const edgesWithCard = 20_000_000;
// What is smaller than this is left out first, and what is larger than this last.
const leastPixels = 12;
const mostPixels = 64;

export interface Settings {
  edges: boolean;
  dark: boolean;
  mixing: boolean;
  most: number; // triangles; beyond them what is small in the picture is left out
}

export class Frame {
  readonly canvas: HTMLCanvasElement;
  width = 0; // CSS pixels
  height = 0;
  triangles = 0;
  draws = 0;
  private ratio = 1;
  private range: [number, number] = [0, 1];
  private readonly camera = new Camera();
  readonly software: boolean; // the processor draws
  private readonly picture = new Picture();
  private readonly picker: Pick;

  constructor(readonly renderer: WebGLRenderer) {
    this.canvas = renderer.domElement;
    renderer.autoClear = false;
    renderer.info.autoReset = false;
    this.camera.matrixAutoUpdate = false;
    this.camera.matrixWorldAutoUpdate = false;
    this.software = isSoftware(renderer.getContext());
    this.picker = new Pick(renderer);
  }

  get aspect(): number {
    return this.width > 0 && this.height > 0 ? this.width / this.height : 1;
  }

  /** Takes over the size of the canvas; false when it has not changed. */
  resize(width: number, height: number, ratio: number): boolean {
    if (width === this.width && height === this.height && ratio === this.ratio) {
      return false;
    }
    [this.width, this.height, this.ratio] = [width, height, ratio];
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    return true;
  }

  draw(view: View, stage: Stage, materials: Materials, settings: Settings): void {
    const { renderer, canvas } = this;
    this.look(view, stage, materials);
    this.coarsen(view, stage, settings.most);
    const box = stage.reach();
    const fine = !this.software && settings.most === Infinity && canvas.width * canvas.height <= mostDetail;
    this.picture.resize(canvas.width, canvas.height, fine ? 2 : 1);
    renderer.info.reset();
    this.picture.ground.clear(renderer, background(settings.dark));
    renderer.render(stage.root, this.camera);
    this.triangles = renderer.info.render.triangles;
    this.draws = renderer.info.render.calls;
    this.picture.draw(renderer, this.camera, { features: this.features(stage, settings),
      smooth: settings.most === Infinity, dark: settings.dark, ratio: this.ratio, view, range: this.range,
      background: background(settings.dark), extent: box ? extent(view, this.aspect, box) : [0, 0, 0, 0] });
  }

  /** The row under a place of the canvas and the point there, exactly. */
  hit(view: View, stage: Stage, materials: Materials, x: number, y: number): { row: number; point: Vector } | null {
    this.look(view, stage, materials);
    this.coarsen(view, stage, Infinity);
    const px = (Math.floor(x * this.ratio) + 0.5) / this.canvas.width;
    const py = (Math.floor(y * this.ratio) + 0.5) / this.canvas.height;
    const hit = this.picker.hit(stage.root, this.camera, stage.all(), px * 2 - 1, 1 - py * 2, this.canvas.width,
      this.canvas.height, stage.unpicked());
    const eye = eyeOf(view);
    return hit && { row: hit.row, point: [hit.point[0] + eye[0], hit.point[1] + eye[1], hit.point[2] + eye[2]] };
  }

  /** What the last frame, which must be of this view, has at a place of the canvas. */
  probe(view: View, x: number, y: number): { row: number; plain: boolean; point: Vector | null } {
    const { target } = this.picture.ground;
    const [u, v] = [x / this.width, 1 - y / this.height];
    const [px, py] = [Math.floor(u * target.width), Math.floor(v * target.height)];
    if (!(px >= 0 && py >= 0 && px < target.width && py < target.height)) {
      return { row: -1, plain: true, point: null };
    }
    const probe = this.picker.probe(this.camera, this.picture.ground, px, py);
    const depth = distanceOf(view, this.range, probe.depth);
    const point = probe.depth >= 1 ? null : pointAt(view, this.aspect, u * 2 - 1, v * 2 - 1, depth);
    return { row: probe.row, plain: probe.plain, point };
  }

  letGo(): void {
    this.picture.dispose();
    this.picker.dispose();
  }

  /** Sets the camera to the origin and all batches to where they are from the eye. */
  private look(view: View, stage: Stage, materials: Materials): void {
    const eye = eyeOf(view);
    const b = basis(view);
    this.range = depths(view, stage.reach());
    const { camera } = this;
    camera.matrixWorld.set(b.right[0], b.up[0], b.back[0], 0, b.right[1], b.up[1], b.back[1], 0,
      b.right[2], b.up[2], b.back[2], 0, 0, 0, 0, 1);
    camera.matrixWorldInverse.copy(camera.matrixWorld).transpose();
    camera.projectionMatrix.fromArray(projection(view, this.aspect, this.range));
    camera.projectionMatrixInverse.copy(new Matrix4().copy(camera.projectionMatrix).invert());
    materials.see(eye, sunOf(view));
    for (const batch of stage.all()) {
      batch.place(eye);
    }
  }

  private features(stage: Stage, settings: Settings): Feature[] {
    const features: Feature[] = [];
    const triangles = stage.all().reduce((sum, batch) => sum + batch.triangles, 0);
    if (settings.edges && triangles <= (this.software ? edgesWithoutCard : edgesWithCard)) {
      features.push("EDGES");
    }
    if (!this.software && settings.most === Infinity) {
      features.push("SHADE");
    }
    if (stage.dress.hasSelection()) {
      features.push("OUTLINE");
    }
    if (stage.hasScreens()) {
      features.push("SCREENS");
    }
    if (stage.hasVeils()) {
      features.push("VEILS");
    }
    if (settings.mixing) {
      features.push("MIXING");
    }
    return features;
  }

  /** Leaves out what is small, the more the fewer triangles may be drawn. */
  private coarsen(view: View, stage: Stage, most: number): void {
    if (most === Infinity) {
      for (const batch of stage.all()) {
        batch.coarse(0);
      }
      return;
    }
    for (let pixels = leastPixels; pixels <= mostPixels; pixels *= 1.5) {
      let triangles = 0;
      for (const batch of stage.all()) {
        triangles += batch.coarse((pixels * this.metresAt(view, batch.box)) / Math.max(this.height, 1));
      }
      if (triangles <= most) {
        return;
      }
    }
  }

  /** The height of the picture where something in a box is nearest. */
  private metresAt(view: View, box: Box): number {
    if (view.parallel) {
      return heightOf(view);
    }
    const eye = eyeOf(view);
    return 2 * slope * Math.hypot(...[0, 1, 2].map((i) => Math.max(box[i]! - eye[i]!, eye[i]! - box[i + 3]!, 0)));
  }
}

function background(dark: boolean): [number, number, number] {
  return dark ? [0x14 / 255, 0x17 / 255, 0x1a / 255] : [0xf4 / 255, 0xf5 / 255, 0xf7 / 255];
}

/** Whether the processor draws, as far as the browser says. */
function isSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
