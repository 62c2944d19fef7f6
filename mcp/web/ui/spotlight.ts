// What a finding or a task speaks of, lit in the scene: the first element red, the second blue, the rest ghosts.
import { effect, signal } from "@preact/signals";
import { spotlight } from "./appearance.ts";
import { checks, isOpen } from "./checks.ts";
import { fitTo } from "./navigate.ts";
import { openFinding, panel } from "./route.ts";
import type { FindingEntry } from "./replies";
import { select } from "./selection.ts";

export const showDecided = signal(false); // findings that somebody has spoken of as well

/** Opens a finding and brings what it speaks of into the picture. */
export function showFinding(run: string, finding: FindingEntry): void {
  openFinding.value = { run, key: finding.key };
  light(finding.elements.map((element) => element.element_id));
}

export function light(ids: readonly string[]): void {
  select([]);
  spotlight.value = ids;
  fitTo(ids);
}

export function visibleFindings(): { run: string; finding: FindingEntry }[] {
  return (checks.value?.list ?? []).flatMap((check) => check.findings
    .filter((finding) => showDecided.value || isOpen(finding.status))
    .map((finding) => ({ run: check.run.validation_run_id, finding })));
}

export function stepFinding(by: 1 | -1): void {
  const list = visibleFindings();
  if (list.length === 0) return;
  const here = list.findIndex(({ finding }) => finding.key === openFinding.value.key);
  const next = list[here < 0 ? (by > 0 ? 0 : list.length - 1) : (here + by + list.length) % list.length]!;
  showFinding(next.run, next.finding);
}

/** Takes the light away when neither a finding nor a task is open any more. */
export function dimWhenClosed(): () => void {
  return effect(() => {
    if (panel.value !== "findings" && panel.value !== "tasks") spotlight.value = [];
  });
}
