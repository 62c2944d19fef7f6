// Sentences about elements that somebody else changes too: on a branch, on the two sides of a merge, of a request.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { RequestOverlap } from "../api";
import { loadOverlaps, overlaps } from "../overlaps.ts";
import { w } from "../words.ts";

/** Loads what meets in a model when the part of the page opens that tells of it. */
export function useOverlaps(model: string, key: string): void {
  useEffect(() => void (model !== "" && loadOverlaps(model)), [model, key]);
}

/** What meets a branch: other branches, or one of them alone, and open requests. */
export function BranchOverlaps({ branch, other }: { branch: string; other?: string }): JSX.Element | null {
  const found = overlaps.value?.found;
  if (!found) return null;
  const lines = found.branches
    .filter((one) => one.branch === branch && (other === undefined || one.other === other))
    .map((one) => w.branchMeets(one.elements, one.other));
  for (const one of found.requests)
    if (one.other_id === "" && one.branch === branch) lines.push(w.requestMeets(one.elements, one.requester, one.on));
  return <Lines lines={lines} />;
}

/** What meets an open request: branches and other requests. */
export function ApprovalOverlaps({ id }: { id: string }): JSX.Element | null {
  const of = (one: RequestOverlap): string =>
    one.other_id === ""
      ? w.branchMeets(one.elements, one.branch)
      : w.requestMeets(one.elements, one.other_by, one.branch);
  const all = overlaps.value?.found.requests ?? [];
  return <Lines lines={all.filter((one) => one.approval_id === id).map(of)} />;
}

function Lines({ lines }: { lines: string[] }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <ul class="plain notice">
      {lines.map((line, i) => (
        <li key={i} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}
