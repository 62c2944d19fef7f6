// The graph of branches: a lane for each, from where it was forked. Pure.
import type { Branch } from "./api";

export interface Lane {
  branch: Branch;
  lane: number; // from the left
  parent: number; // row of the parent, -1 for none
}

/** Branches as rows: each after its parent, those that were forked first above. */
export function lanes(branches: readonly Branch[]): Lane[] {
  const rows: Lane[] = [];
  const names = new Set(branches.map((branch) => branch.name));
  const add = (branch: Branch, lane: number, parent: number): void => {
    const row = rows.length;
    rows.push({ branch, lane, parent });
    branches
      .filter((other) => other.parent === branch.name && other !== branch && other.name !== branch.name)
      .sort((a, b) => a.fork - b.fork || a.name.localeCompare(b.name))
      .forEach((child) => {
        if (!rows.some((known) => known.branch === child)) add(child, lane + 1, row);
      });
  };
  for (const branch of branches) {
    if (branch.parent === "" || !names.has(branch.parent)) add(branch, 0, -1);
  }
  return rows;
}
