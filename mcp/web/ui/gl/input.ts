// Pointers on the canvas. It knows what a hand does, not what it means for the scene.
export interface Hand {
  /** A drag begins at a place of the canvas, in CSS pixels. */
  begin(x: number, y: number): void;
  orbit(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  end(): void;
  zoom(factor: number, x: number, y: number): void;
  click(x: number, y: number, additive: boolean): void;
  twice(x: number, y: number): void;
  rest(x: number, y: number): void;
  leave(): void;
}

const slack = 4; // pixels that a click may move
const restTime = 60; // milliseconds

interface Finger {
  x: number;
  y: number;
}

export class Input {
  private readonly fingers = new Map<number, Finger>();
  private panning = false;
  private dragging = false;
  private several = false; // fingers were down since the first one
  private from: Finger = { x: 0, y: 0 };
  private timer = 0;
  private readonly heard = new AbortController();

  constructor(private readonly canvas: HTMLCanvasElement, private readonly hand: Hand) {
    const on = { signal: this.heard.signal };
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", (e) => this.down(e), on);
    canvas.addEventListener("pointermove", (e) => this.move(e), on);
    canvas.addEventListener("pointerup", (e) => this.up(e, true), on);
    canvas.addEventListener("pointercancel", (e) => this.up(e, false), on);
    canvas.addEventListener("pointerleave", () => this.leave(), on);
    canvas.addEventListener("wheel", (e) => this.wheel(e), { ...on, passive: false });
    canvas.addEventListener("dblclick", (e) => this.hand.twice(...this.at(e)), on);
    canvas.addEventListener("contextmenu", (e) => e.preventDefault(), on);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.heard.abort();
  }

  private at(e: MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  }

  private down(e: PointerEvent): void {
    clearTimeout(this.timer);
    const [x, y] = this.at(e);
    this.canvas.setPointerCapture(e.pointerId);
    this.fingers.set(e.pointerId, { x, y });
    if (this.fingers.size === 1) {
      this.from = { x, y };
      this.panning = e.button === 1 || e.button === 2 || e.shiftKey;
      this.dragging = false;
      this.several = false;
      if (e.button === 1) {
        e.preventDefault(); // of scrolling
      }
      return;
    }
    this.several = true;
    this.dragging = true;
    const middle = this.middle();
    this.hand.begin(middle.x, middle.y);
  }

  private move(e: PointerEvent): void {
    const [x, y] = this.at(e);
    const finger = this.fingers.get(e.pointerId);
    if (!finger) {
      clearTimeout(this.timer);
      if (e.pointerType !== "touch" && this.fingers.size === 0) {
        this.timer = window.setTimeout(() => this.hand.rest(x, y), restTime);
      }
      return;
    }
    if (this.fingers.size === 1) {
      this.drag(finger, x, y);
    } else {
      this.pinch(finger, x, y);
    }
  }

  private drag(finger: Finger, x: number, y: number): void {
    if (!this.dragging) {
      if (Math.hypot(x - this.from.x, y - this.from.y) < slack) {
        return;
      }
      this.dragging = true;
      this.hand.begin(this.from.x, this.from.y);
    }
    const [dx, dy] = [x - finger.x, y - finger.y];
    [finger.x, finger.y] = [x, y];
    if (this.panning) {
      this.hand.pan(dx, dy);
    } else {
      this.hand.orbit(dx, dy);
    }
  }

  private pinch(finger: Finger, x: number, y: number): void {
    const [spread, middle] = [this.spread(), this.middle()];
    [finger.x, finger.y] = [x, y];
    const next = this.middle();
    this.hand.pan(next.x - middle.x, next.y - middle.y);
    if (spread > 0 && this.spread() > 0) {
      this.hand.zoom(spread / this.spread(), next.x, next.y);
    }
  }

  private up(e: PointerEvent, done: boolean): void {
    if (!this.fingers.delete(e.pointerId)) {
      return;
    }
    if (this.fingers.size > 0) {
      return;
    }
    if (this.dragging) {
      this.hand.end();
    } else if (done && e.button === 0 && !this.several) {
      this.hand.click(...this.at(e), e.shiftKey || e.ctrlKey || e.metaKey);
    }
    this.dragging = false;
  }

  private leave(): void {
    clearTimeout(this.timer);
    if (this.fingers.size === 0) {
      this.hand.leave();
    }
  }

  private wheel(e: WheelEvent): void {
    e.preventDefault();
    clearTimeout(this.timer);
    const unit = e.deltaMode === 1 ? 33 : e.deltaMode === 2 ? 400 : 1;
    const delta = Math.max(-400, Math.min(400, e.deltaY * unit));
    // A pinch on a touch pad comes as a wheel with Ctrl, in small steps.
    this.hand.zoom(Math.exp(delta * (e.ctrlKey ? 0.01 : 0.0015)), ...this.at(e));
  }

  private middle(): Finger {
    let [x, y] = [0, 0];
    for (const f of this.fingers.values()) {
      [x, y] = [x + f.x / this.fingers.size, y + f.y / this.fingers.size];
    }
    return { x, y };
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
