// Moves the view: by hand, by keys and on flights to a view. It says when the view has moved and when it came to rest.
import { type Box, type Vector, diagonal } from "./box.ts";
import { type View, basis, between, dot, eyeOf, heightOf, named, orbited, panned, slope, subtract,
  zoomed } from "./camera.ts";

const restTime = 150; // milliseconds without motion
const heldRestTime = 800; // while the hand is still at it
const flightTime = 350;
const turnOfPixel = 0.006;
const zoomOfStep = 0.85;

export interface Course {
  moved(): void;
  rested(): void;
  busy(): boolean; // a frame is being drawn
  /** The box of all that is there. */
  reach(): Box | null;
  height(): number; // of the canvas, in CSS pixels
}

export class Navigation {
  view: View = named({ target: [0, 0, 0], azimuth: 0, elevation: 0, distance: 20, parallel: false }, "iso");
  private flight: { from: View; to: View; start: number } | null = null;
  private timer = 0;
  private inMotion = false;
  private held = false;

  constructor(private readonly course: Course) {}

  /** Whether a hand or a flight moves the view, or did just now. */
  get moving(): boolean {
    return this.inMotion;
  }

  /** Where the view is, or where it flies to. */
  get aim(): View {
    return this.flight?.to ?? this.view;
  }

  /** Has the view at once. */
  jump(view: View): void {
    this.flight = null;
    this.inMotion = false;
    this.move(view);
  }

  /** Flies to a view, unless the person wants no motion. */
  fly(view: View, animate: boolean): void {
    if (!animate || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.jump(view);
      return;
    }
    this.inMotion = true;
    this.flight = { from: this.view, to: view, start: performance.now() };
    this.move(this.view);
  }

  /** A hand takes hold of the view, or lets go: until then it may move on at any time. */
  hold(held: boolean): void {
    this.held = held;
    if (!held && this.inMotion) {
      this.wait();
    }
  }

  /** Goes on with a flight; to be called before each frame. */
  step(now: number): void {
    if (!this.flight) {
      return;
    }
    const share = Math.max(0, Math.min(1, (now - this.flight.start) / flightTime));
    const { from, to } = this.flight;
    if (share === 1) {
      this.flight = null;
      this.move(to);
      return;
    }
    this.move(between(from, to, share * share * (3 - 2 * share)));
  }

  orbit(dx: number, dy: number, pivot: Vector): void {
    this.go(orbited(this.view, pivot, -dx * turnOfPixel, dy * turnOfPixel));
  }

  /** Moves so that what is as far as a point follows the pointer. */
  pan(dx: number, dy: number, point: Vector): void {
    const { view } = this;
    const depth = -dot(subtract(point, eyeOf(view)), basis(view).back);
    const height = view.parallel || depth <= 0 ? heightOf(view) : 2 * slope * depth;
    const metres = height / Math.max(this.course.height(), 1);
    this.go(panned(view, -dx * metres, dy * metres));
  }

  zoom(factor: number, point: Vector): void {
    const box = this.course.reach();
    this.go(zoomed(this.view, point, factor, Math.max(100, box ? diagonal(box) * 20 : 0)));
  }

  steps(steps: number): void {
    this.zoom(zoomOfStep ** steps, this.view.target);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.flight = null;
  }

  private go(view: View): void {
    this.flight = null;
    this.inMotion = true;
    this.move(view);
  }

  private move(view: View): void {
    this.view = view;
    this.wait();
    this.course.moved();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.rest(), this.held ? heldRestTime : restTime);
  }

  private rest(): void {
    if (this.flight || this.course.busy()) { // frames may take longer than the time of rest
      this.wait();
      return;
    }
    this.inMotion = false;
    this.course.rested();
  }
}
