// What the tools that the page calls answer, as far as the page reads it.

export interface Named {
  element_id: string;
  category: string;
  name: string;
}

export interface Quantity {
  name: string;
  kind: "length_m" | "area_m2" | "volume_m3" | "count";
  value: number;
}

export interface PropertySet {
  name: string;
  properties: { name: string; value: unknown; unit?: string }[];
}

export interface ElementReply extends Named {
  revision: number;
  level_id?: string;
  level_name?: string;
  type_id?: string;
  type_name?: string;
  host_id?: string;
  host_name?: string;
  system_id?: string;
  system_name?: string;
  material_id?: string;
  area_m2?: number;
  volume_m3?: number;
  box?: { min: [number, number, number]; max: [number, number, number] };
  params: Record<string, unknown>;
  psets?: PropertySet[];
  type_psets?: PropertySet[];
  classification?: { system?: string; code?: string; name?: string }[];
  quantities: Quantity[];
  hosted: (Named & { span?: { start: number; end: number; sill: number; head: number } })[];
  hosted_total?: number;
  joins: { other_id: string; other_name: string; kind: string; part: string }[];
  joins_total?: number;
  wall?: {
    length: number;
    radius?: number;
    thickness: number;
    interior_side: string;
    base_z: number;
    top_z: number;
  };
}

export interface FacetChange {
  facet: string;
  from?: unknown;
  to?: unknown;
}

export interface HistoryEntry {
  event_id: string;
  revision: number;
  branch?: string;
  type: string;
  occurred_at: string;
  user_id: string;
  agent_id?: string;
  tool: string;
  reasoning?: string;
  command_id: string;
  data?: { changes?: FacetChange[] } & Record<string, unknown>;
  touched: { element_id: string; facets: string[] }[];
  derived?: boolean;
  cause?: string;
  changed?: string[];
  thoughts?: { kind: string; thought: string; at: string }[];
  approved?: { by: string; level: string; at: string; note?: string }[];
}

export interface HistoryReply {
  element_id: string;
  revision: number;
  exists: boolean;
  entries: HistoryEntry[];
  total: number;
  next_cursor?: string;
}

export interface RunEntry {
  validation_run_id: string;
  tool: string;
  branch: string;
  revision: number;
  test: string;
  findings: number;
  undecided: number;
  at: string;
  user_id: string;
  agent_id?: string;
}

export type FindingStatus = "new" | "active" | "reviewed" | "approved" | "resolved";

export interface FindingEntry {
  key: string;
  status: FindingStatus;
  reason?: string;
  user_id?: string;
  until?: string;
  change?: string;
  elements: (Named & { level_id?: string })[];
  finding: {
    kind?: string;
    rule?: string;
    standard?: string;
    clause?: string;
    severity?: "error" | "warning" | "info";
    measured?: number;
    required?: string;
    unit?: string;
    how?: string;
    message?: string;
    suggestion?: string;
    at?: [number, number, number];
    location?: [number, number, number];
    level_id?: string;
    overlap_volume_m3?: number;
    depth?: number;
    distance?: number;
    specification_name?: string;
    [more: string]: unknown;
  };
}

export interface RunReply extends RunEntry {
  list: FindingEntry[];
  total: number;
  next_cursor?: string;
}

export interface TaskEntry {
  task_id: string;
  title: string;
  status: TaskStatus;
  priority: "low" | "normal" | "high" | "critical";
  task_type?: string;
  assignee?: string;
  due?: string;
  labels?: string[];
  branch?: string;
  owner: string;
  elements: number;
  findings: number;
  comments: number;
  waits_for?: string[];
  updated_at: string;
  version: number;
}

export type TaskStatus = "open" | "in_progress" | "blocked" | "in_review" | "completed" | "cancelled";

export interface TaskReply extends TaskEntry {
  description?: string;
  pinned?: (Named & {
    since: string;
    changed_at_revision?: number;
    changed_by_tool?: string;
    changed_by?: string;
  })[];
  found?: { key: string; status?: string; validation_run_id?: string }[];
  said?: {
    comment_id: string;
    text: string;
    author?: string;
    at: string;
    claimed_author?: string;
    source?: { file: string };
  }[];
  completion?: { note?: string; by: { user_id: string; at: string } };
  offer?: { step: "complete" | "reopen"; why: string };
  policy?: { note: boolean; evidence: boolean };
  created: { user_id: string; agent_id?: string; at: string };
}

export interface Effect {
  counts: { created: number; modified: number; derived: number; deleted: number };
  created: Named[];
  modified: (Named & { derived?: boolean; changed?: string[] })[];
  deleted: Named[];
  revision: number;
  more?: string;
}

export interface Conflict extends Named {
  line: string;
  conflict_id: string;
  class: string;
  facet: string;
  base: unknown;
  ours: unknown;
  theirs: unknown;
  message: string;
  choices: ("ours" | "theirs" | "value")[];
  consequences?: Record<string, string[]>;
  decision?: { take: string; by?: string };
}

export interface MergeReply extends Effect {
  summary: string;
  merged: boolean;
  would_merge: boolean;
  needs_person?: string[];
  source: { branch: string; revision: number };
  base: { branch: string; revision: number };
  open_conflicts: number;
  conflicts: Conflict[];
  automatic: { element_id: string; name: string; action: string; facet?: string; reason?: string }[];
  counts: Effect["counts"] & { joins: number; conflicts: number; automatic: number };
}

export interface MeasureReply {
  distance?: {
    relation: string;
    distance?: number;
    horizontal?: number;
    vertical?: number;
    angle?: number;
    overlap_volume_m3?: number;
    overlap_depth?: number;
  };
  totals?: {
    elements: number;
    volume_m3: number;
    surface_area_m2: number;
    box?: { min: number[]; max: number[] };
  };
}
