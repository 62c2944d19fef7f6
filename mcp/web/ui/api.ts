// What the server of the page answers under /api. mcp/web/*.go write these shapes; a test holds their field names
// against this file. Lengths of scenes are metres, Z up; all others are as the tools have them (decimal millimetres).

/** Who looks at the page, and what it can do for them. */
export interface Session {
  token: string; // only in the answer to POST /api/session
  server: { name: string; version: string; instance: string };
  me: { id: string; name: string; kind: string; may: string[] }; // may: READ, CREATE, MODIFY, DELETE, APPROVE
  tools: string[]; // that POST /api/tools/NAME takes
  code: boolean; // a one-time code can be shown at the terminal of the server
}

/** A point of a branch's history. */
export interface Moment {
  model_id: string;
  model_name: string;
  branch: string;
  revision: number; // of this state; -1 is before the first event
  head: number; // the last revision of the branch
  at: string; // RFC 3339, when the revision was written
}

/** Elements, columns first: the nth entries of all lists are one element. */
export interface Rows {
  ids: string[];
  names: string[];
  categories: string[]; // wall, door, room ...
  levels: number[]; // index into Scene.levels, -1 for none
  hosts: string[]; // id or ""
}

export interface Level {
  id: string;
  name: string;
  elevation: number; // metres
}

/** Bodies of some rows, in a blob of their own (gl/chunk.ts reads it). */
export interface Chunk {
  url: string; // /api/blobs/SHA256, immutable; "" when there is no body
  bytes: number;
  level: number;
  first: number; // of Rows, which the blob's rows count from
  count: number;
  triangles: number; // 0 where they are not counted before the bodies are made
  box: number[] | null; // min x, y, z, max x, y, z, without rooms
}

/** GET /api/models/M/branches/B/scene?at=&models=all: models all brings the linked ones too. */
export interface Scene extends Moment {
  levels: Level[];
  rows: Rows; // all elements but levels, site and building; sorted by level, then id
  chunks: Chunk[];
  box: number[] | null; // of what is drawn, without rooms
  left_out: { element_id: string; reason: string }[]; // bodies that cannot be made
  layers: Layer[]; // linked models, with ?models=all
  layer_of: number[]; // of each row, into layers; -1 for the model itself; empty without layers
}

/** A linked model. One that may not be read has the id of its link alone. */
export interface Layer {
  link_id: string;
  name: string;
  discipline: string;
  loaded: boolean;
  revision: number;
  elements: number;
}

export type Change = "added" | "modified" | "deleted" | "derived";

/** GET /api/models/M/branches/B/delta?from=POINT&to=POINT, GET /api/approvals/ID/delta. A point is a revision, a time
 *  or a tag, of another branch as BRANCH@POINT; "" is the head. */
export interface Delta {
  from: Moment;
  to: Moment;
  reload: boolean; // so much differs that the scene is to be loaded instead: the lists are empty then
  changes: {
    id: string;
    change: Change; // derived: it follows from others, such as the room beside a wall that was moved
    facets: string[]; // geometry, place, properties, relations
    category: string;
    name: string;
    level: string; // name
  }[];
  rows: Rows; // of what is new or differs, as it is in to; levels count in Delta.levels
  levels: Level[]; // of to
  after: Chunk; // bodies of rows
  before_rows: Rows; // of what is gone, or looked different, as it was in from
  before: Chunk;
}

/** One change: what one command wrote. */
export interface ChangeSet {
  first: number;
  last: number; // revisions
  at: string;
  user: string;
  agent: string; // "" for a person
  tool: string;
  reason: string;
  command_id: string;
  created: number;
  modified: number;
  deleted: number;
  ids: string[]; // of touched elements, at most 20
}

/** GET /api/models/M/branches/B/changes?before=REVISION&limit=, the newest first. */
export interface Changes {
  head: number;
  changes: ChangeSet[];
  more: boolean; // there are older ones: ask with before = the last one's first
}

/** GET /api/models/M/branches/B/timeline?buckets= */
export interface Timeline {
  head: number;
  buckets: { first: number; last: number; from: string; to: string; created: number; modified: number; deleted: number;
    authors: string[] }[];
  marks: { revision: number; kind: "tag" | "fork" | "merge" | "begin"; name: string }[];
}

export interface Branch {
  name: string;
  head: number;
  parent: string;
  fork: number; // revision of the parent
  archived: boolean;
  description: string;
}

/** GET /api/models */
export interface ModelEntry {
  id: string;
  name: string;
  owner: string;
  branches: Branch[];
  tags: { name: string; branch: string; revision: number }[];
  at: string; // of its last change
}

/** GET /api/approvals?open=true, GET /api/approvals/ID */
export interface Approval {
  id: string;
  model_id: string;
  model_name: string;
  status: string; // pending, granted, rejected, consumed, expired, void
  open: boolean; // something can still become of it: pending or granted
  requester: { kind: string; id: string; on_behalf_of: string };
  reasoning: string;
  tool: string;
  branch: string;
  revision: number;
  text: string; // the arguments as they were given
  counts: { created: number; modified: number; derived: number; deleted: number; related?: number };
  // may be fewer than the counts
  affected: { element_id: string; category: string; name: string; effect: string; change: string }[];
  also: string[]; // sentences: what else the plan does
  plan_sha256: string;
  approvers: number; // that it needs
  level: string; // that each decision needs at least: client, tty, key
  grants: { by: string; at: string; level: string }[];
  at: string;
  expires: string;
  reason: string; // why it ended
  phrase: string; // what a person types to agree
  drawable: boolean; // GET .../delta shows what would be
  may_decide: string; // "" or why the person of this session may not
}

/** An open request whose elements a branch, or another open request, changes too. */
export interface RequestOverlap {
  approval_id: string;
  requester: string;
  on: string; // the branch that the request would change
  branch: string; // that changes them too; of another request the branch that this would change
  other_id: string; // of the other request, "" for a branch
  other_by: string; // who made the other request
  elements: number;
  element_ids: string[]; // the first ones
}

/** GET /api/models/M/overlaps: where work meets before a merge or an approval decides. */
export interface Overlaps {
  branches: { branch: string; other: string; elements: number }[];
  requests: RequestOverlap[];
}

/** POST /api/approvals/ID/decision. */
export interface Decision {
  decision: "approve" | "reject";
  plan_sha256: string; // as shown
  phrase?: string; // typed
  code?: string; // from the terminal of the server
  note?: string;
}

/** The envelope of every tool, and of every error of this API (with an HTTP status that fits). */
export interface Envelope<T> {
  success: boolean;
  data: T | null;
  error?: { code: number; name: string; message: string; retryable: boolean; data: Record<string, unknown> };
}

/** GET /api/live: a stream of server-sent events; the event's name is the key, its data is JSON. id: is the position to
 *  go on from (?after=). */
export interface LiveEvents {
  hello: { position: string };
  head: { model_id: string; branch: string; change: ChangeSet }; // the last change set of a branch that has grown
  approvals: { model_id: string };
  tasks: { model_id: string };
  checks: { model_id: string };
  models: { model_id: string }; // a model, branch or tag is new
  reset: Record<string, never>; // too much was missed: load again
}
