// What a reply of a tool is about, as the view draws it. Pure: it is told by the shape of the reply, since hosts need
// not say which tool has answered.

/** A state of a model. */
export interface Place {
  model: string;
  branch: string;
  revision: number;
}

export interface Named {
  id: string;
  name: string;
  category: string;
}

/** Two elements that clash, or are too near to each other. */
export interface Clash {
  key: string;
  kind: string;
  status: string;
  pair: Named[];
  at: [number, number, number] | null; // metres
  depth: number | null; // millimetres
  distance: number | null;
  volume: number | null; // cubic metres
}

export interface Request {
  id: string;
  status: string;
  by: string;
  reason: string;
  expires: string;
  how: string; // on the command line; "" when nothing is to be decided
}

/** How a picture was asked for: the view begins so. Names and ids are as they were given. */
export interface Look {
  eye: [number, number, number] | null; // metres
  target: [number, number, number] | null;
  field: number; // of view, vertical, in degrees
  free: boolean; // the eye was given, and not a side of the model
  lookAt: string[];
  highlight: string[];
  only: { categories: string[]; levels: string[]; elements: string[] };
  box: number[] | null; // metres
  cut: { level: string; height: number } | null; // metres over it
  since: string; // what is compared with; "" for nothing
  colouring: string; // that the picture has and the view has not; "" for none
}

export type Subject =
  | { kind: "state"; place: Place; look: Look }
  | { kind: "difference"; place: Place; from: string; total: number }
  | { kind: "clashes"; place: Place; clashes: Clash[]; total: number }
  | { kind: "plan"; place: Place; request: Request }
  | { kind: "failed"; message: string }
  | { kind: "none" };

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
const quantity = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** A point in millimetres as metres. */
function point(value: unknown): [number, number, number] | null {
  const list = Array.isArray(value) ? value : isValues(value) ? [value["x"], value["y"], value["z"]] : [];
  return list.length === 3 && list.every((n) => typeof n === "number" && Number.isFinite(n))
    ? (list.map((n: number) => n / 1000) as [number, number, number])
    : null;
}

/** The envelope of a result: hosts need not hand on structuredContent, but the text is the same. */
export function envelopeOf(result: unknown): Values | null {
  if (!isValues(result)) return null;
  if (isValues(result["structuredContent"])) return result["structuredContent"];
  const content = Array.isArray(result["content"]) ? (result["content"] as unknown[]) : [];
  for (const block of content) {
    if (!isValues(block) || block["type"] !== "text") continue;
    try {
      const envelope: unknown = JSON.parse(text(block["text"]));
      if (isValues(envelope)) return envelope;
    } catch {
      // words, and no envelope
    }
  }
  return null;
}

/** What a result is about, with the arguments of its call. */
export function subjectOf(result: unknown, args: Values): Subject {
  const envelope = envelopeOf(result);
  if (!envelope) return { kind: "none" };
  if (envelope["success"] !== true) {
    const error = isValues(envelope["error"]) ? envelope["error"] : {};
    return { kind: "failed", message: text(error["message"]) };
  }
  const data = isValues(envelope["data"]) ? envelope["data"] : {};
  const [model, branch] = [text(data["model_id"]), text(data["branch"])];
  const revision = quantity(data["to_revision"] ?? data["revision"]);
  if (model === "" || branch === "" || revision === null) return { kind: "none" };
  const place: Place = { model, branch, revision };
  if (data["from_revision"] !== undefined) {
    const counts = isValues(data["counts"]) ? Object.values(data["counts"]) : [];
    const total = counts.reduce<number>((sum, n) => sum + (quantity(n) ?? 0), 0);
    return { kind: "difference", place, from: text(data["from_revision"]), total };
  }
  if (Array.isArray(data["clashes"])) {
    const clashes = data["clashes"].filter(isValues).map(clashOf);
    return { kind: "clashes", place, clashes, total: quantity(data["total"]) ?? clashes.length };
  }
  if (data["plan_sha256"] !== undefined) return { kind: "plan", place, request: requestOf(data) };
  return { kind: "state", place, look: lookOf(data, args) };
}

function clashOf(of: Values): Clash {
  const pair = (Array.isArray(of["elements"]) ? (of["elements"] as unknown[]) : [])
    .filter(isValues)
    .map((one) => ({
      id: text(one["element_id"]),
      name: text(one["name"]),
      category: text(one["category"]),
    }));
  return {
    key: text(of["key"]),
    kind: text(of["kind"]),
    status: text(of["status"]),
    pair,
    at: point(of["location"]),
    depth: quantity(of["depth"]),
    distance: quantity(of["distance"]),
    volume: quantity(of["overlap_volume_m3"]),
  };
}

function requestOf(of: Values): Request {
  return {
    id: text(of["approval_id"]),
    status: text(of["status"]),
    by: text(of["requester"]),
    reason: text(of["reasoning"]),
    expires: text(of["expires_at"]),
    how: text(of["how"]),
  };
}

function lookOf(data: Values, args: Values): Look {
  const box = isValues(args["box"]) ? args["box"] : {};
  const [low, high] = [point(box["min"]), point(box["max"])];
  const by = text(args["colour_by"]);
  const level = text(args["cut_level_id"]);
  return {
    eye: point(data["eye"]),
    target: point(data["target"]),
    field: quantity(data["field_of_view"]) || 40, // 0 is a parallel projection, which the view has not
    free: args["from"] !== undefined,
    lookAt: texts(args["look_at"]),
    highlight: texts(args["highlight"]),
    only: {
      categories: texts(args["categories"]),
      levels: texts(args["level_ids"]),
      elements: texts(args["element_ids"]),
    },
    box: low && high ? [...low, ...high] : null,
    cut: level === "" ? null : { level, height: (quantity(args["cut_height"]) ?? 1200) / 1000 },
    since: by === "change" ? text(args["since"]) : "",
    colouring: by === "material" || by === "change" ? "" : by,
  };
}
