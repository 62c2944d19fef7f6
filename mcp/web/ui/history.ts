// The history of an element as cards, one a change: what several events of one command did stands together. Pure.
import type { HistoryEntry } from "./replies";

export interface Card {
  command: string;
  entries: HistoryEntry[];
  first: number;
  last: number;
  branch: string; // "" for the branch itself, else the ancestor it happened on
  derived: boolean; // it only followed from others
}

/** The cards of a history, the newest first. */
export function cards(entries: readonly HistoryEntry[]): Card[] {
  const out: Card[] = [];
  for (const entry of entries) {
    const branch = entry.branch ?? "";
    const known = out.find((card) => card.command === entry.command_id && card.branch === branch);
    if (known) {
      known.entries.push(entry);
      known.first = Math.min(known.first, entry.revision);
      known.last = Math.max(known.last, entry.revision);
      known.derived &&= entry.derived === true;
      continue;
    }
    out.push({
      command: entry.command_id,
      entries: [entry],
      first: entry.revision,
      last: entry.revision,
      branch,
      derived: entry.derived === true,
    });
  }
  return out.reverse();
}
