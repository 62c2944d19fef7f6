// Answers what is under a pixel: exactly, by drawing one pixel, or quickly, by what the last frame left.
import { type Camera, Matrix4, NearestFilter, RGBAIntegerFormat, type Scene, UnsignedIntType, type WebGLRenderer,
  WebGLRenderTarget } from "three";
import type { Batch } from "./batches.ts";
import type { Ground } from "./edges.ts";
import { Pass } from "./pass.ts";
import { probeShader } from "./compositeshader.ts";
import { tags, tagShift } from "./shader.ts";
import type { Vector } from "./box.ts";

/** What the last frame has at a pixel. */
export interface Probe {
  row: number; // -1 for nothing
  depth: number; // of the depth buffer
  plain: boolean; // neither screen nor glass is there, so that the row is what a click would hit
}

export class Pick {
  private readonly target: WebGLRenderTarget;
  private readonly probePass = new Pass(probeShader, { ids: null, veils: null, depths: null, at: { x: 0, y: 0 } });
  private readonly zoom = new Matrix4();
  private readonly words = new Uint32Array(4);
  private readonly floats = new Float32Array(this.words.buffer);

  constructor(private readonly renderer: WebGLRenderer) {
    this.target = new WebGLRenderTarget(1, 1, { minFilter: NearestFilter, magFilter: NearestFilter,
      format: RGBAIntegerFormat, type: UnsignedIntType });
    this.target.texture.internalFormat = "RGBA32UI";
  }

  /** Draws one pixel, at x and y of the picture from -1 to 1, and returns its row and the point, from the eye. */
  hit(scene: Scene, camera: Camera, batches: readonly Batch[], x: number, y: number, width: number, height: number,
    unpicked: readonly Batch[]): { row: number; point: Vector } | null {
    const whole = camera.projectionMatrix.clone();
    // Of the picture, that pixel: moved to the middle and magnified.
    this.zoom.set(width, 0, 0, -x * width, 0, height, 0, -y * height, 0, 0, 1, 0, 0, 0, 0, 1);
    camera.projectionMatrix.premultiply(this.zoom);
    this.setUp(batches, unpicked, true);
    this.renderer.setRenderTarget(this.target);
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.renderer.state.buffers.depth.setMask(true);
    this.renderer.state.buffers.color.setMask(true);
    gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
    this.renderer.render(scene, camera);
    this.read(gl);
    this.setUp(batches, unpicked, false);
    camera.projectionMatrix.copy(whole);
    return this.words[0] === 0 ? null :
      { row: this.words[0]! - 1, point: [this.floats[1]!, this.floats[2]!, this.floats[3]!] };
  }

  /** Reads a pixel of the last frame, counted from the lower left. */
  probe(camera: Camera, ground: Ground, x: number, y: number): Probe {
    const [, ids, veils] = ground.target.textures;
    this.probePass.set({ ids, veils, depths: ground.target.depthTexture, at: { x, y } });
    this.probePass.draw(this.renderer, camera, this.target);
    this.read(this.renderer.getContext() as WebGL2RenderingContext);
    const marks = this.words[0]! >>> tagShift;
    return { row: (this.words[0]! & 0xffffff) - 1, depth: this.floats[1]!,
      plain: (marks & (tags.screened | tags.mixed)) === 0 && this.words[2] === 0 };
  }

  dispose(): void {
    this.target.dispose();
    this.probePass.dispose();
  }

  private setUp(batches: readonly Batch[], unpicked: readonly Batch[], picking: boolean): void {
    for (const batch of batches) {
      for (const mesh of batch.meshes()) {
        mesh.material = picking ? mesh.pick : mesh.look;
      }
    }
    for (const batch of unpicked) {
      batch.group.visible = !picking;
    }
  }

  private read(gl: WebGL2RenderingContext): void {
    gl.readPixels(0, 0, 1, 1, gl.RGBA_INTEGER, gl.UNSIGNED_INT, this.words);
    this.renderer.setRenderTarget(null);
  }
}
