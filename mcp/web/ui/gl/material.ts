// The materials of bodies. They share their uniforms.
import { CustomBlending, DoubleSide, FrontSide, GLSL3, type IUniform, OneFactor, OneMinusSrcAlphaFactor,
  RawShaderMaterial, SrcAlphaFactor, Vector3, Vector4 } from "three";
import { type Vector } from "./box.ts";
import { fragmentShader, mostPlanes, pickShader, vertexShader } from "./shader.ts";
import type { State } from "./state.ts";

export type Plane = readonly [number, number, number, number];

export class Materials {
  readonly opaque: RawShaderMaterial;
  readonly glass: RawShaderMaterial;
  readonly repeated: RawShaderMaterial; // instanced
  readonly pick: RawShaderMaterial;
  readonly pickRepeated: RawShaderMaterial;
  private readonly uniforms: Record<string, IUniform>;
  private planes: readonly Plane[] = [];

  constructor(state: State) {
    this.uniforms = {
      state: state.uniform,
      planes: { value: Array.from({ length: mostPlanes }, () => new Vector4()) },
      planeCount: { value: 0 },
      share: { value: 1 },
      sun: { value: new Vector3() },
      muted: { value: new Vector3() },
      highlight: { value: new Vector3() },
    };
    this.opaque = this.make({}, fragmentShader);
    this.repeated = this.make({ INSTANCED: 1 }, fragmentShader);
    this.glass = this.make({ GLASS: 1 }, fragmentShader);
    this.glass.transparent = true;
    this.glass.depthWrite = false;
    this.glass.blending = CustomBlending;
    this.glass.blendSrc = SrcAlphaFactor;
    this.glass.blendDst = OneMinusSrcAlphaFactor;
    this.glass.blendSrcAlpha = OneFactor;
    this.pick = this.make({}, pickShader);
    this.pickRepeated = this.make({ INSTANCED: 1 }, pickShader);
  }

  theme(dark: boolean): void {
    this.uniforms["muted"]!.value.set(...(dark ? [0.5, 0.54, 0.58] : [0.55, 0.58, 0.62]));
    this.uniforms["highlight"]!.value.set(...(dark ? [0.26, 0.6, 1] : [0.1, 0.44, 0.85]));
  }

  share(value: number): void {
    this.uniforms["share"]!.value = value;
  }

  /** Sets what is cut off. The insides of what is cut are drawn in one tone, which closes it to the eye. */
  cut(planes: readonly Plane[]): void {
    this.planes = planes.slice(0, mostPlanes);
    const side = this.planes.length > 0 ? DoubleSide : FrontSide;
    for (const m of this.all()) {
      m.side = m === this.glass ? FrontSide : side;
      if (("CUT" in m.defines) !== this.planes.length > 0) {
        m.defines = this.planes.length > 0 ? { ...m.defines, CUT: 1 } : without(m.defines, "CUT");
        m.needsUpdate = true;
      }
    }
  }

  /** Sets what depends on the eye. */
  see(eye: Vector, sun: Vector): void {
    this.uniforms["sun"]!.value.set(...sun);
    this.uniforms["planeCount"]!.value = this.planes.length;
    this.planes.forEach(([x, y, z, d], i) => {
      this.uniforms["planes"]!.value[i].set(x, y, z, d - (x * eye[0] + y * eye[1] + z * eye[2]));
    });
  }

  dispose(): void {
    for (const m of this.all()) {
      m.dispose();
    }
  }

  private all(): RawShaderMaterial[] {
    return [this.opaque, this.glass, this.repeated, this.pick, this.pickRepeated];
  }

  private make(defines: Record<string, number>, fragment: string): RawShaderMaterial {
    return new RawShaderMaterial({ glslVersion: GLSL3, defines, uniforms: this.uniforms, vertexShader, side: FrontSide,
      fragmentShader: fragment });
  }
}

function without(defines: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = defines;
  return rest;
}
