// The state texture: a texel per element with the colour that it has instead of its own and how it is drawn. The
// vertex shader reads it, so that a change of style costs bytes, not geometry.
import { DataTexture, NearestFilter, RGBAFormat, UnsignedByteType } from "three";

export const hidden = 1;
export const ghost = 2;
export const selected = 4;
export const hovered = 8;
export const coloured = 16;
export const fading = 32; // in what the compared state became
export const before = 64; // a body of the compared state
export const room = 128;

export const width = 1024; // texels
const rowBytes = width * 4;

export class State {
  /** The uniform of the shaders; another texture comes in when there are more elements. */
  readonly uniform: { value: DataTexture };
  private data = new Uint8Array(rowBytes);
  private first = new Uint16Array(1); // of each row of texels, what is to be sent to the GPU
  private end = new Uint16Array(1);

  constructor() {
    this.uniform = { value: makeTexture(this.data) };
    this.all();
  }

  flags(row: number): number {
    return this.data[row * 4 + 3] ?? 0;
  }

  setFlags(row: number, flags: number): void {
    this.grow(row);
    if (this.data[row * 4 + 3] !== flags) {
      this.data[row * 4 + 3] = flags;
      this.touch(row);
    }
  }

  /** Sets some of the flags. */
  mark(row: number, mask: number, on: boolean): void {
    const flags = this.flags(row);
    this.setFlags(row, on ? flags | mask : flags & ~mask);
  }

  setColour(row: number, colour: readonly [number, number, number]): void {
    this.grow(row);
    const at = row * 4;
    for (let i = 0; i < 3; i++) {
      const part = Math.max(0, Math.min(255, Math.round(colour[i]!)));
      if (this.data[at + i] !== part) {
        this.data[at + i] = part;
        this.touch(row);
      }
    }
  }

  /** Sends what has changed with the next frame. */
  flush(): void {
    const texture = this.uniform.value;
    let any = false;
    for (let y = 0; y < this.first.length; y++) {
      const [first, end] = [this.first[y]!, this.end[y]!];
      if (first < end) {
        texture.addUpdateRange(y * rowBytes + first * 4, (end - first) * 4);
        this.first[y] = width;
        this.end[y] = 0;
        any = true;
      }
    }
    if (any) {
      texture.needsUpdate = true;
    }
  }

  /** Has all sent again, as after the context was lost. */
  all(): void {
    this.uniform.value.clearUpdateRanges();
    this.uniform.value.needsUpdate = true;
    this.first.fill(width);
    this.end.fill(0);
  }

  dispose(): void {
    this.uniform.value.dispose();
  }

  private touch(row: number): void {
    const y = row >> 10;
    this.first[y] = Math.min(this.first[y]!, row & (width - 1));
    this.end[y] = Math.max(this.end[y]!, (row & (width - 1)) + 1);
  }

  private grow(row: number): void {
    const rows = this.data.length / rowBytes;
    if (row >> 10 < rows) {
      return;
    }
    const more = Math.max(rows * 2, (row >> 10) + 1);
    const data = new Uint8Array(more * rowBytes);
    data.set(this.data);
    this.data = data;
    this.uniform.value.dispose();
    this.uniform.value = makeTexture(data);
    this.first = new Uint16Array(more);
    this.end = new Uint16Array(more);
    this.all();
  }
}

function makeTexture(data: Uint8Array<ArrayBuffer>): DataTexture {
  const texture = new DataTexture(data, width, data.length / rowBytes, RGBAFormat, UnsignedByteType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  return texture;
}
