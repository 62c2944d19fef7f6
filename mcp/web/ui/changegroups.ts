// Change sets in groups: those of one author within a quarter of an hour stand together. Pure.
import type { ChangeSet } from "./api";

export interface ChangeGroup {
  key: string;
  user: string;
  agent: string;
  from: string; // time of the oldest
  to: string; // time of the newest
  created: number;
  modified: number;
  deleted: number;
  changes: ChangeSet[];
}

const quarter = 15 * 60_000;

/** Groups a list that begins with the newest. */
export function changeGroups(list: readonly ChangeSet[]): ChangeGroup[] {
  const groups: ChangeGroup[] = [];
  for (const change of list) {
    const group = groups.at(-1);
    if (group && group.user === change.user && group.agent === change.agent && near(group.from, change.at)) {
      group.changes.push(change);
      group.from = change.at;
      group.created += change.created;
      group.modified += change.modified;
      group.deleted += change.deleted;
      continue;
    }
    groups.push({
      key: change.user + "\n" + change.agent + "\n" + change.last,
      user: change.user,
      agent: change.agent,
      from: change.at,
      to: change.at,
      created: change.created,
      modified: change.modified,
      deleted: change.deleted,
      changes: [change],
    });
  }
  return groups;
}

function near(later: string, earlier: string): boolean {
  return Math.abs(Date.parse(later) - Date.parse(earlier)) <= quarter;
}
