// What the page shows, as the query of its address, both ways. No token and no person's name is in it. Parameters that
// this version does not know are kept, so that links of other versions survive a round.

export interface View {
  eye: [number, number, number];
  target: [number, number, number];
  height: number; // of the picture at the target for parallel views, 0 for perspective
}

export type Axis = "x" | "y" | "z";

/** A plane that cuts the scene: what lies beyond it, or before it, is cut off. */
export interface Cut {
  axis: Axis;
  at: number; // metres
  before: boolean; // what lies before it is cut off
}

export const panels = ["element", "why", "diff", "approvals", "findings", "tasks"] as const;
export type PanelName = (typeof panels)[number];

export interface Address {
  model: string;
  branch: string;
  at: string; // "" is live
  diff: string; // "" is off
  select: string[]; // names that are unique, else ids
  level: string;
  panel: PanelName | "";
  approval: string;
  finding: string;
  run: string; // the check that the finding is read from
  task: string;
  view: View | null;
  cuts: Cut[];
  others: [string, string][];
}

export const mostSelected = 50;

const own = [
  "model",
  "branch",
  "at",
  "diff",
  "select",
  "level",
  "panel",
  "approval",
  "run",
  "finding",
  "task",
  "cam",
  "cut",
] as const;

/** Reads the query of an address. What does not make sense is left out. */
export function readAddress(query: string): Address {
  const all = new URLSearchParams(query);
  const text = (name: (typeof own)[number]): string => all.get(name) ?? "";
  const panel = text("panel");
  return {
    model: text("model"),
    branch: text("branch"),
    at: text("at"),
    diff: text("diff"),
    select: readList(text("select")).slice(0, mostSelected),
    level: text("level"),
    panel: isPanel(panel) ? panel : "",
    approval: text("approval"),
    run: text("run"),
    finding: text("finding"),
    task: text("task"),
    view: readView(text("cam")),
    cuts: readCuts(text("cut")),
    others: [...all].filter(([name]) => !(own as readonly string[]).includes(name)),
  };
}

/** Writes an address as a query, with its question mark; empty when there is nothing to say. */
export function writeAddress(address: Address): string {
  const parts: [string, string][] = [
    ["model", address.model],
    ["branch", address.branch === "main" ? "" : address.branch],
    ["at", address.at],
    ["diff", address.diff],
    ["select", writeList(address.select.slice(0, mostSelected))],
    ["level", address.level],
    ["panel", address.panel],
    ["approval", address.approval],
    ["run", address.run],
    ["finding", address.finding],
    ["task", address.task],
    ["cam", writeView(address.view)],
    ["cut", address.cuts.map((c) => (c.before ? "-" : "") + c.axis + ":" + metres(c.at)).join(",")],
  ];
  const said = parts.filter(([, value]) => value !== "").concat(address.others);
  if (said.length === 0) return "";
  return "?" + said.map(([name, value]) => encode(name) + "=" + encode(value)).join("&");
}

function isPanel(text: string): text is PanelName {
  return (panels as readonly string[]).includes(text);
}

// Commas, colons, slashes and @ mean nothing in a query; unescaped they keep links short and readable.
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|3A|40|2F)/g, (escape) => decodeURIComponent(escape));
}

// A name may have a comma: it and the backslash are escaped by a backslash.
function readList(text: string): string[] {
  const items = [...text.matchAll(/(?:[^,\\]|\\.)+/gs)].map((match) => match[0].replace(/\\(.)/gs, "$1"));
  return [...new Set(items)];
}

function writeList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\,]/g, "\\$&")).join(",");
}

function readView(text: string): View | null {
  const n = text.split(",").map(Number);
  if (text === "" || n.length < 6 || n.length > 7 || !n.every((value) => Number.isFinite(value))) return null;
  const [ex = 0, ey = 0, ez = 0, tx = 0, ty = 0, tz = 0, height = 0] = n;
  if (ex === tx && ey === ty && ez === tz) return null;
  return { eye: [ex, ey, ez], target: [tx, ty, tz], height: Math.max(0, height) };
}

function writeView(view: View | null): string {
  if (!view) return "";
  const numbers = [...view.eye, ...view.target];
  if (view.height > 0) numbers.push(view.height);
  return numbers.map(metres).join(",");
}

function readCuts(text: string): Cut[] {
  const cuts: Cut[] = [];
  for (const match of text.matchAll(/(?:^|,)(-?)([xyz]):(-?\d+(?:\.\d+)?)(?=,|$)/g)) {
    const [, sign, axis, at] = match;
    const cut: Cut = { axis: axis as Axis, at: Number(at), before: sign === "-" };
    if (!cuts.some((c) => c.axis === cut.axis && c.before === cut.before)) cuts.push(cut);
  }
  return cuts;
}

function metres(value: number): string {
  const text = value.toFixed(3).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}
