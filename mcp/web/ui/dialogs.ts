// Dialogs that can be opened from anywhere.
import { signal } from "@preact/signals";
import type { ChangeSet } from "./api";

export const helpOpen = signal(false);
export const saveOpen = signal(false);
export const branchesOpen = signal(false);
export const undoOf = signal<ChangeSet | null>(null);
export const taskFrom = signal<{ elements: readonly string[]; findings: readonly string[]; title: string } | null>(
  null,
);
export const mergeOf = signal<{ source: string; target: string } | null>(null);
export const tagAt = signal<number | null>(null);
