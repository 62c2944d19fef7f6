// Recorded checks of the branch and what they found.
import { computed, signal } from "@preact/signals";
import { tool } from "./call.ts";
import { place } from "./place.ts";
import type { FindingEntry, FindingStatus, RunEntry, RunReply } from "./replies";
import { headKey } from "./scene.ts";

/** The latest run of one check, and its findings as far as they were loaded. */
export interface Check {
  run: RunEntry;
  findings: FindingEntry[];
  next: string; // cursor of those that follow; "" for none
}

export const checks = signal<{ key: string; list: Check[] } | null>(null);
export const checksTrouble = signal<Error | null>(null);
export const checkTools = ["clash_detection", "code_compliance", "model_quality"] as const;

const page = 100;

export const isOpen = (status: FindingStatus): boolean => status === "new" || status === "active";

export const openFindings = computed(() => {
  const list = checks.value?.list ?? [];
  const counted = list.flatMap((check) => check.findings).filter((finding) => isOpen(finding.status)).length;
  return { count: counted, more: list.some((check) => check.next !== "") };
});

/** Loads the latest run of each check of the branch with its first findings. */
export async function loadChecks(): Promise<void> {
  const { model, branch } = place.value;
  const key = headKey(model, branch);
  if (!model) return;
  try {
    const { runs } = await tool<{ runs: RunEntry[] }>("list_validation_runs", {
      model_id: model,
      branch,
      limit: 50,
    });
    const latest = new Map<string, RunEntry>();
    for (const run of runs) if (!latest.has(run.tool + run.test)) latest.set(run.tool + run.test, run);
    const list: Check[] = [];
    for (const run of latest.values()) {
      list.push(run.findings > 0 ? await firstPage(model, run) : { run, findings: [], next: "" });
      if (headKey(place.value.model, place.value.branch) !== key) return;
    }
    checks.value = { key, list };
    checksTrouble.value = null;
  } catch (error) {
    checksTrouble.value = error as Error;
  }
}

async function firstPage(model: string, run: RunEntry): Promise<Check> {
  const reply = await readRun(model, run.validation_run_id, "");
  return { run, findings: reply.list, next: reply.next_cursor ?? "" };
}

function readRun(model: string, id: string, cursor: string): Promise<RunReply> {
  const args = { model_id: model, validation_run_id: id, limit: page };
  return tool<RunReply>("get_validation_run", cursor ? { ...args, cursor } : args);
}

export async function loadMoreFindings(check: Check): Promise<void> {
  const known = checks.value;
  if (!known || !check.next) return;
  const reply = await readRun(place.value.model, check.run.validation_run_id, check.next);
  if (checks.value !== known) return;
  const grown = { ...check, findings: [...check.findings, ...reply.list], next: reply.next_cursor ?? "" };
  checks.value = { ...known, list: known.list.map((other) => (other === check ? grown : other)) };
}

export async function judge(keys: string[], status: FindingStatus, reasoning: string): Promise<void> {
  const { model, branch } = place.value;
  await tool("update_finding", { model_id: model, branch, keys, status, reasoning });
  await loadChecks();
}

/** Runs a check of what is there now. The standard is that of code_compliance. */
export async function runCheck(name: (typeof checkTools)[number], standard: string): Promise<void> {
  const { model, branch } = place.value;
  const args: Record<string, unknown> = { model_id: model, branch };
  if (name === "code_compliance") Object.assign(args, { standard, severity_threshold: "info" });
  await tool(name, args);
  await loadChecks();
}

export function findFinding(key: string): { check: Check; finding: FindingEntry } | null {
  for (const check of checks.value?.list ?? []) {
    const finding = check.findings.find((entry) => entry.key === key);
    if (finding) return { check, finding };
  }
  return null;
}
