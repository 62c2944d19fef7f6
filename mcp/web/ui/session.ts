// Who looks at the page. The launch key comes once in the fragment of the address, is traded for a token, and goes.
import { signal } from "@preact/signals";
import type { Session } from "./api";
import { carry, get, post, remove, whenSignedOut } from "./call.ts";
import { Problem } from "./problem.ts";

const store = "bimstream.token";

export type Access = "asking" | "granted" | "none" | "unreachable";

export const session = signal<Session | null>(null);
export const access = signal<Access>("asking");

/** Whether the server takes this tool from this person. */
export function can(tool: string): boolean {
  return session.value?.tools.includes(tool) ?? false;
}

/** Begins with the key of the address, or with the token of an earlier visit. */
export async function begin(): Promise<void> {
  whenSignedOut(end);
  const key = takeKey();
  access.value = "asking";
  try {
    session.value = key ? await trade(key) : await resume();
    access.value = session.value ? "granted" : "none";
  } catch (error) {
    access.value = error instanceof Problem && error.unreachable ? "unreachable" : "none";
  }
}

async function trade(key: string): Promise<Session> {
  try {
    const fresh = await post<Session>("/api/session", { key });
    keep(fresh.token);
    return fresh;
  } catch (error) {
    // The key was used already, by a reload: the token that it gave may still do.
    const known = kept();
    if (!known || (error instanceof Problem && error.unreachable)) throw error;
    carry(known);
    return get<Session>("/api/session");
  }
}

async function resume(): Promise<Session | null> {
  const known = kept();
  if (!known) return null;
  carry(known);
  return get<Session>("/api/session");
}

export async function logOut(): Promise<void> {
  try {
    await remove("/api/session");
  } finally {
    end();
  }
}

function end(): void {
  carry("");
  try {
    localStorage.removeItem(store);
  } catch {
    // no storage
  }
  session.value = null;
  access.value = "none";
}

function takeKey(): string {
  const key = new URLSearchParams(location.hash.slice(1)).get("k") ?? "";
  if (key) history.replaceState(history.state, "", location.pathname + location.search);
  return key;
}

function keep(token: string): void {
  carry(token);
  try {
    localStorage.setItem(store, token);
  } catch {
    // no storage: the session lasts as long as the page
  }
}

function kept(): string {
  try {
    return localStorage.getItem(store) ?? "";
  } catch {
    return "";
  }
}
