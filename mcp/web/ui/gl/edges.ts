// The targets that bodies are drawn into, and the passes that make the picture of them.
import { type Camera, DepthTexture, LinearFilter, Matrix4, NearestFilter, RedIntegerFormat, RGBAFormat, RGIntegerFormat,
  type Texture, UnsignedByteType, UnsignedIntType, Vector2, Vector3, type WebGLRenderer,
  WebGLRenderTarget } from "three";
import { type View, basis, heightOf, slope } from "./camera.ts";
import { copyShader, edgeShader, halfShader, smoothShader } from "./compositeshader.ts";
import { Pass } from "./pass.ts";

/** What bodies leave: colours, tags, veils and depths. */
export class Ground {
  readonly target: WebGLRenderTarget;

  constructor(width: number, height: number) {
    const depthTexture = new DepthTexture(width, height, UnsignedIntType);
    this.target = new WebGLRenderTarget(width, height, { count: 3, minFilter: NearestFilter, magFilter: NearestFilter,
      format: RGBAFormat, type: UnsignedByteType, depthTexture });
    const [, tag, veil] = this.target.textures as [Texture, Texture, Texture];
    tag.format = RGIntegerFormat;
    tag.internalFormat = "RG32UI";
    veil.format = RedIntegerFormat;
    veil.internalFormat = "R32UI";
    tag.type = veil.type = UnsignedIntType;
  }

  /** Binds the target and clears it. Three clears no target of several formats. */
  clear(renderer: WebGLRenderer, background: readonly [number, number, number]): void {
    renderer.setRenderTarget(this.target);
    const gl = renderer.getContext() as WebGL2RenderingContext;
    renderer.state.buffers.depth.setMask(true);
    renderer.state.buffers.color.setMask(true);
    gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1, gl.COLOR_ATTACHMENT2]);
    gl.clearBufferfv(gl.COLOR, 0, [...background, 1]);
    gl.clearBufferuiv(gl.COLOR, 1, [0, 0, 0, 0]);
    gl.clearBufferuiv(gl.COLOR, 2, [0, 0, 0, 0]);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
    drawSolids(gl);
  }
}

/** Has solids leave colours and tags. */
export function drawSolids(gl: WebGL2RenderingContext): void {
  gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1, gl.NONE]);
}

/** Has what is seen through leave colours and veils. The tags, which agree with the depths, stay those of what is
 *  behind. */
export function drawVeils(gl: WebGL2RenderingContext): void {
  gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.NONE, gl.COLOR_ATTACHMENT2]);
}

const shadeReach = 0.9; // metres around a place that can darken it

const border = 8; // pixels around what is there, on which its edges and frames reach

/** What a picture has; what it has not costs nothing. */
export type Feature = "EDGES" | "OUTLINE" | "SCREENS" | "VEILS" | "MIXING" | "SHADE";

export interface Look {
  features: Feature[];
  smooth: boolean;
  view: View;
  range: readonly [number, number]; // of depths, in metres
  dark: boolean;
  background: readonly [number, number, number];
  extent: readonly [number, number, number, number]; // of what is there: left, bottom, right, top, from -1 to 1
  ratio: number; // device pixels per CSS pixel
}

/** The passes from what bodies leave to the canvas. */
export class Picture {
  ground = new Ground(1, 1);
  private middle = makeMiddle(1, 1);
  private readonly ink = new Vector3();
  private readonly highlight = new Vector3();
  private readonly lens = new Vector3();
  private readonly texel = new Vector2();
  private readonly unproject = new Matrix4();
  private readonly ahead = new Vector3();
  private readonly shadeReach = new Vector2();
  private scale = 1;
  private readonly edges = new Pass(edgeShader, { colours: null, ids: null, veils: null, depths: null, reach: 2,
    lens: this.lens, ink: this.ink, highlight: this.highlight, unproject: this.unproject, ahead: this.ahead,
    parallel: false, shadeReach: this.shadeReach });
  private readonly smooth = new Pass(smoothShader, { colours: null, texel: this.texel });
  private readonly half = new Pass(halfShader, { colours: null, texel: this.texel });
  private readonly copy = new Pass(copyShader, { colours: null });

  /** Scale 2 draws all in double size, which smooths best; 1 takes the steps out of edges afterwards. */
  resize(width: number, height: number, scale: 1 | 2): void {
    const [w, h] = [width * scale, height * scale];
    this.scale = scale;
    if (w === this.middle.width && h === this.middle.height) {
      return;
    }
    this.dropTargets();
    this.ground = new Ground(w, h);
    this.middle = makeMiddle(w, h);
  }

  draw(renderer: WebGLRenderer, camera: Camera, look: Look): void {
    const { target } = this.ground;
    const [colours, ids, veils] = target.textures;
    this.texel.set(1 / target.width, 1 / target.height);
    this.lens.set(...lensOf(look));
    this.ink.set(...((look.dark ? [0.03, 0.035, 0.045] : [0.157, 0.165, 0.18]) as [number, number, number]));
    this.highlight.set(...((look.dark ? [0.424, 0.698, 1] : [0.043, 0.361, 0.678]) as [number, number, number]));
    this.unproject.multiplyMatrices(camera.matrixWorld, camera.projectionMatrixInverse);
    const { back } = basis(look.view);
    this.ahead.set(-back[0], -back[1], -back[2]);
    const height = look.view.parallel ? heightOf(look.view) : 2 * slope; // metres of the picture, at distance 1
    this.shadeReach.set(shadeReach, (shadeReach * target.height) / height);
    this.edges.define(look.features);
    this.edges.set({ parallel: look.view.parallel, colours, ids, veils, depths: target.depthTexture,
      reach: Math.round(2 * Math.max(1, look.ratio) * this.scale) });
    this.within(renderer, look, this.middle, 1);
    this.edges.draw(renderer, camera, this.middle);
    const last = this.scale === 2 ? this.half : look.smooth ? this.smooth : this.copy;
    last.set({ colours: this.middle.texture });
    this.within(renderer, look, null, this.scale);
    last.draw(renderer, camera, null);
  }

  /** Fills a target with the background, and has no more drawn than where something is. */
  private within(renderer: WebGLRenderer, look: Look, target: WebGLRenderTarget | null, scale: number): void {
    const [w, h] = [this.middle.width / scale, this.middle.height / scale];
    const [left, bottom, right, top] = look.extent;
    const x = Math.max(0, Math.floor(((left + 1) / 2) * w) - border);
    const y = Math.max(0, Math.floor(((bottom + 1) / 2) * h) - border);
    const [width, height] = [Math.min(w, Math.ceil(((right + 1) / 2) * w) + border) - x,
      Math.min(h, Math.ceil(((top + 1) / 2) * h) + border) - y];
    const gl = renderer.getContext() as WebGL2RenderingContext;
    if (target) {
      target.scissorTest = false;
      renderer.setRenderTarget(target);
      gl.clearBufferfv(gl.COLOR, 0, [...look.background, 1]);
      target.scissor.set(x, y, width, height);
      target.scissorTest = true;
      return;
    }
    renderer.setScissorTest(false);
    renderer.setRenderTarget(null);
    gl.clearBufferfv(gl.COLOR, 0, [...look.background, 1]);
    renderer.setScissor(x / look.ratio, y / look.ratio, width / look.ratio, height / look.ratio);
    renderer.setScissorTest(true);
  }

  dispose(): void {
    this.dropTargets();
    for (const pass of [this.edges, this.smooth, this.half, this.copy]) {
      pass.dispose();
    }
  }

  private dropTargets(): void {
    this.ground.target.depthTexture?.dispose();
    this.ground.target.dispose();
    this.middle.dispose();
  }
}

/** What makes of a value of the depth buffer the difference that a leap of a surface is there:
 *  x * (y - value * z)². */
function lensOf({ view: { parallel }, range: [near, far] }: Look): [number, number, number] {
  const leap = 0.05; // metres
  return parallel ? [leap / (far - near), 1, 0] : [(leap / (far - near)) / (near * far), far, far - near];
}

function makeMiddle(width: number, height: number): WebGLRenderTarget {
  return new WebGLRenderTarget(width, height, { depthBuffer: false, minFilter: LinearFilter, magFilter: LinearFilter });
}
