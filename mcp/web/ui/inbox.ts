// What agents ask people to agree to, of all models.
import { computed, signal } from "@preact/signals";
import type { Approval, Decision } from "./api";
import { get, post } from "./call.ts";

const open = signal<Approval[] | null>(null); // the last one first
/** Those on which something is to be decided. */
export const approvals = computed(() => open.value?.filter((one) => one.status === "pending") ?? null);
/** Those that are agreed to, and wait for the agent to ask again. */
export const granted = computed(() => open.value?.filter((one) => one.status !== "pending") ?? []);
export const decided = signal<Approval[] | null>(null);
export const approvalsTrouble = signal<Error | null>(null);

export async function loadApprovals(): Promise<void> {
  try {
    open.value = await get<Approval[]>("/api/approvals?open=true");
    approvalsTrouble.value = null;
  } catch (error) {
    approvalsTrouble.value = error as Error;
  }
}

/** Loads those that are closed as well, when somebody wants to see them. */
export async function loadDecided(): Promise<void> {
  decided.value = (await get<Approval[]>("/api/approvals")).filter((approval) => !approval.open);
}

const path = (id: string): string => "/api/approvals/" + encodeURIComponent(id);

export function loadApproval(id: string): Promise<Approval> {
  return get<Approval>(path(id));
}

/** Has a one-time code shown at the terminal of the server. */
export function askCode(approval: Approval): Promise<unknown> {
  return post(path(approval.id) + "/code", { plan_sha256: approval.plan_sha256 });
}

export async function decide(id: string, decision: Decision): Promise<void> {
  await post(path(id) + "/decision", decision);
}
