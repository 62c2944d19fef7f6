// Draws on demand, one frame at a time: the next one begins when the GPU is done with the last. Without that, frames
// that take long would queue up and the picture would lag behind the hand.
export interface Drawing {
  draw(now: number): void;
  finished(milliseconds: number): void;
}

export class Loop {
  private dirty = false;
  private request = 0;
  private sync: WebGLSync | null = null;
  private start = 0;
  private stopped = false;

  constructor(private readonly gl: WebGL2RenderingContext, private readonly drawing: Drawing) {}

  /** Whether a frame is drawn or is to be drawn. */
  get busy(): boolean {
    return !this.stopped && (this.dirty || this.sync !== null);
  }

  /** Has a frame drawn soon. */
  change(): void {
    this.dirty = true;
    this.ask();
  }

  /** Draws at once if there is something to draw. */
  now(): void {
    if (this.dirty && !this.stopped) {
      this.run(performance.now());
    }
  }

  /** Stops, as when the context is lost; what it waited for will not come. */
  stop(): void {
    this.stopped = true;
    this.sync = null;
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  go(): void {
    this.stopped = false;
    this.change();
  }

  private ask(): void {
    if (this.request === 0 && !this.stopped) {
      this.request = requestAnimationFrame((now) => this.tick(now));
    }
  }

  private tick(now: number): void {
    this.request = 0;
    if (this.sync) {
      const status = this.gl.clientWaitSync(this.sync, 0, 0);
      if (status === this.gl.TIMEOUT_EXPIRED) {
        this.ask();
        return;
      }
      this.gl.deleteSync(this.sync);
      this.sync = null;
      this.drawing.finished(performance.now() - this.start);
    }
    if (this.dirty && !this.stopped) {
      this.run(now);
    }
  }

  private run(now: number): void {
    this.dirty = false;
    this.start = performance.now();
    this.drawing.draw(now);
    if (this.sync) {
      this.gl.deleteSync(this.sync);
    }
    this.sync = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    this.ask();
  }
}
