// A list of rows of one height, of which only those in sight are made.
import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

const spare = 8;

export interface Window {
  first: number;
  last: number; // beyond the end
  before: number; // pixels
  after: number;
}

/** Which rows of a scrolled box are in sight. */
export function useWindow(box: RefObject<HTMLElement | null>, rows: number, height: number): Window {
  const [top, setTop] = useState(0);
  const [size, setSize] = useState(600);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const onScroll = (): void => setTop(element.scrollTop);
    const watch = new ResizeObserver(() => setSize(element.clientHeight));
    watch.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);
  const first = Math.max(0, Math.min(rows, Math.floor(top / height) - spare));
  const last = Math.min(rows, Math.ceil((top + size) / height) + spare);
  return { first, last, before: first * height, after: Math.max(0, rows - last) * height };
}

/** Scrolls a row into sight when it is the one that has the focus. */
export function useInSight(box: RefObject<HTMLElement | null>, row: number, height: number): void {
  useEffect(() => {
    const element = box.current;
    if (!element || row < 0) return;
    const top = row * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + height - element.clientHeight;
    }
  }, [row]);
}

export function Spacer({ height }: { height: number }): JSX.Element | null {
  return height > 0 ? <div role="presentation" class="spacer" style={{ height: height + "px" }} /> : null;
}
