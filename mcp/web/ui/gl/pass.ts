// A pass over all of a target with a fragment shader.
import { BufferAttribute, BufferGeometry, type Camera, GLSL3, type IUniform, Mesh, NoBlending, RawShaderMaterial, Scene,
  type WebGLRenderer, type WebGLRenderTarget } from "three";
import { screenShader } from "./compositeshader.ts";

export class Pass {
  readonly uniforms: Record<string, IUniform>;
  private readonly scene = new Scene();
  private readonly geometry = new BufferGeometry();
  private readonly materials = new Map<string, RawShaderMaterial>(); // by what is defined
  private readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>;

  constructor(private readonly fragmentShader: string, uniforms: Record<string, unknown>) {
    this.uniforms = Object.fromEntries(Object.entries(uniforms).map(([name, value]) => [name, { value }]));
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
    this.mesh = new Mesh(this.geometry, this.material([]));
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
  }

  /** Has the shader run with names defined. */
  define(names: readonly string[]): void {
    this.mesh.material = this.material(names);
  }

  /** Sets the uniforms that the shader has. */
  set(values: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(values)) {
      const uniform = this.uniforms[name];
      if (uniform) {
        uniform.value = value;
      }
    }
  }

  draw(renderer: WebGLRenderer, camera: Camera, target: WebGLRenderTarget | null): void {
    renderer.setRenderTarget(target);
    renderer.render(this.scene, camera);
  }

  dispose(): void {
    this.geometry.dispose();
    for (const material of this.materials.values()) {
      material.dispose();
    }
  }

  private material(names: readonly string[]): RawShaderMaterial {
    const key = names.join(" ");
    let material = this.materials.get(key);
    if (!material) {
      material = new RawShaderMaterial({ glslVersion: GLSL3, vertexShader: screenShader,
        fragmentShader: this.fragmentShader, defines: Object.fromEntries(names.map((name) => [name, 1])),
        uniforms: this.uniforms, depthTest: false, depthWrite: false, blending: NoBlending });
      this.materials.set(key, material);
    }
    return material;
  }
}
