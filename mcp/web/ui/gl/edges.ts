// The targets that bodies are drawn into, and the passes that make the picture of them.
import { type Camera, DepthTexture, LinearFilter, NearestFilter, RedIntegerFormat, RGBAFormat, RGIntegerFormat,
  type Texture, UnsignedByteType, UnsignedIntType, Vector2, Vector3, type WebGLRenderer, WebGLRenderTarget } from "three";
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

/** Has what is seen through leave colours and veils: the tags, which agree with the depths, stay those of what is behind. */
export function drawVeils(gl: WebGL2RenderingContext): void {
  gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.NONE, gl.COLOR_ATTACHMENT2]);
}

/** What a picture has; what it has not costs nothing. */
export type Feature = "EDGES" | "OUTLINE" | "SCREENS" | "VEILS" | "MIXING";

export interface Look {
  features: Feature[];
  smooth: boolean;
  parallel: boolean;
  range: readonly [number, number]; // of depths, in metres
  dark: boolean;
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
  private readonly edges: Pass;
  private readonly smooth: Pass;
  private readonly copy = new Pass(copyShader, { colours: null });

  /** Scale 2 draws all in double size, which smooths best; 1 takes the steps out of edges afterwards. */
  constructor(private readonly scale: 1 | 2) {
    this.edges = new Pass(edgeShader, { colours: null, ids: null, veils: null, depths: null, reach: 2, lens: this.lens,
      ink: this.ink, highlight: this.highlight });
    this.smooth = new Pass(scale === 2 ? halfShader : smoothShader, { colours: null, texel: this.texel });
  }

  resize(width: number, height: number): void {
    const [w, h] = [width * this.scale, height * this.scale];
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
    this.edges.define(look.features);
    this.edges.set({ colours, ids, veils, depths: target.depthTexture,
      reach: Math.round(2 * Math.max(1, look.ratio) * this.scale) });
    this.edges.draw(renderer, camera, this.middle);
    const last = look.smooth || this.scale === 2 ? this.smooth : this.copy;
    last.set({ colours: this.middle.texture });
    last.draw(renderer, camera, null);
  }

  dispose(): void {
    this.dropTargets();
    for (const pass of [this.edges, this.smooth, this.copy]) {
      pass.dispose();
    }
  }

  private dropTargets(): void {
    this.ground.target.depthTexture?.dispose();
    this.ground.target.dispose();
    this.middle.dispose();
  }
}

/** What makes of a value of the depth buffer the difference that a leap of a surface is there: x * (y - value * z)². */
function lensOf({ parallel, range: [near, far] }: Look): [number, number, number] {
  const leap = 0.05; // metres
  return parallel ? [leap / (far - near), 1, 0] : [(leap / (far - near)) / (near * far), far, far - near];
}

function makeMiddle(width: number, height: number): WebGLRenderTarget {
  return new WebGLRenderTarget(width, height, { depthBuffer: false, minFilter: LinearFilter, magFilter: LinearFilter });
}
