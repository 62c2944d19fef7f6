// The strip over which the time line's slider moves: stacked counts, lanes of authors, marks. Drawn on a 2D canvas; the
// slider and the lists say everything that it shows.
import type { Timeline } from "./api";

export interface StripLook {
  width: number; // CSS pixels
  height: number;
  inset: number; // half of the slider's thumb: revisions lie between the insets
  dark: boolean;
  shown: number;
  compared: number | null;
  authors: readonly string[];
}

const colours = {
  light: {
    created: "#00664a",
    modified: "#b36b00",
    deleted: "#a8281e",
    line: "#d0d7de",
    text: "#57606a",
    mark: "#57606a",
    range: "rgb(11 92 173 / 12%)",
    lanes: ["#0b5cad", "#8a4b00", "#7a3e9d", "#00664a"],
  },
  dark: {
    created: "#4ecca3",
    modified: "#ffb454",
    deleted: "#ff8a80",
    line: "#30363d",
    text: "#9aa4ae",
    mark: "#9aa4ae",
    range: "rgb(108 178 255 / 18%)",
    lanes: ["#6cb2ff", "#ffb454", "#d2a8ff", "#4ecca3"],
  },
};

export const laneHeight = 5;
export const mostLanes = 4;
const marksHeight = 14;

/** Where a revision lies on the strip, in pixels. */
export function xOf(revision: number, head: number, look: Pick<StripLook, "width" | "inset">): number {
  return look.inset + (look.width - 2 * look.inset) * (head <= 0 ? 1 : Math.max(0, revision) / head);
}

/** The authors that have a lane: those with the most buckets. */
export function lanesOf(data: Timeline): string[] {
  const times = new Map<string, number>();
  for (const bucket of data.buckets)
    for (const author of bucket.authors) times.set(author, (times.get(author) ?? 0) + 1);
  return [...times]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, mostLanes)
    .map(([author]) => author);
}

export function draw(canvas: HTMLCanvasElement, data: Timeline, look: StripLook): void {
  const scale = devicePixelRatio || 1;
  const size = [Math.round(look.width * scale), Math.round(look.height * scale)] as const;
  if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
  const c = canvas.getContext("2d");
  if (!c) return;
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, look.width, look.height);
  const ink = look.dark ? colours.dark : colours.light;
  const laneTop = look.height - look.authors.length * laneHeight;
  const base = laneTop - 3;
  const x = (revision: number): number => xOf(revision, data.head, look);
  if (look.compared !== null) {
    const [from, to] = [x(Math.min(look.compared, look.shown)), x(Math.max(look.compared, look.shown))];
    c.fillStyle = ink.range;
    c.fillRect(from, marksHeight, Math.max(1, to - from), look.height - marksHeight);
  }
  c.fillStyle = ink.line;
  c.fillRect(look.inset, base, look.width - 2 * look.inset, 1);
  bars(c, data, ink, x, base);
  lanes(c, data, ink.lanes, look, x, laneTop);
  marks(c, data, ink, look, x, base);
}

function bars(
  c: CanvasRenderingContext2D,
  data: Timeline,
  ink: typeof colours.light,
  x: (r: number) => number,
  base: number,
): void {
  const most = Math.max(1, ...data.buckets.map((b) => b.created + b.modified + b.deleted));
  const room = base - marksHeight - 2;
  for (const bucket of data.buckets) {
    const left = x(bucket.first - 1);
    const wide = Math.max(1, x(bucket.last) - left - (data.buckets.length < 200 ? 1 : 0));
    const total = bucket.created + bucket.modified + bucket.deleted;
    if (total === 0) continue;
    // Bursts would flatten the rest: the height grows with the logarithm.
    const high = Math.max(2, (room * Math.log1p(total)) / Math.log1p(most));
    let y = base;
    for (const kind of ["created", "modified", "deleted"] as const) {
      const part = (high * bucket[kind]) / total;
      c.fillStyle = ink[kind];
      c.fillRect(left, y - part, wide, part);
      y -= part;
    }
  }
}

function lanes(
  c: CanvasRenderingContext2D,
  data: Timeline,
  inks: string[],
  look: StripLook,
  x: (r: number) => number,
  top: number,
): void {
  look.authors.forEach((author, lane) => {
    c.fillStyle = inks[lane % inks.length]!;
    for (const bucket of data.buckets) {
      if (!bucket.authors.includes(author)) continue;
      const left = x(bucket.first - 1);
      c.fillRect(left, top + lane * laneHeight + 1, Math.max(1, x(bucket.last) - left), laneHeight - 2);
    }
  });
}

function marks(
  c: CanvasRenderingContext2D,
  data: Timeline,
  ink: typeof colours.light,
  look: StripLook,
  x: (r: number) => number,
  base: number,
): void {
  c.font = "10px system-ui, sans-serif";
  c.textBaseline = "top";
  let free = -Infinity;
  for (const mark of data.marks) {
    const at = x(mark.revision);
    c.fillStyle = ink.mark;
    c.fillRect(Math.round(at), marksHeight - 2, 1, base - marksHeight + 2);
    if (mark.name === "") continue;
    const text = (mark.kind === "tag" ? mark.name : mark.kind + " " + mark.name).slice(0, 28);
    const wide = c.measureText(text).width;
    const left = Math.min(Math.max(0, at - 3), look.width - wide);
    if (left < free) continue;
    c.fillStyle = ink.text;
    c.fillText(text, left, 1);
    free = left + wide + 8;
  }
}
