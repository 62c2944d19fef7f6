// What a finding or a task speaks of, lit in the scene: the first element red, the second blue, the rest ghosts.
import { effect, signal } from "@preact/signals";
import { spotlight } from "./appearance.ts";
import { checks, isOpen } from "./checks.ts";
import { fitTo } from "./navigate.ts";
import { openFinding, panel } from "./route.ts";
import type { FindingEntry } from "./replies";
import { select } from "./selection.ts";

export const showDecided = signal(false); // findings that somebody has spoken of as well

let wantedInPicture = ""; // what a click opened, until it is lit

/** Says that what is about to be opened is to be brought into the picture. A link, or Back, has its own camera. */
export function wantInPicture(id: string): void {
  wantedInPicture = id;
}

/** Lights what an opened thing speaks of, and brings it into the picture if a click opened it. */
export function light(id: string, ids: readonly string[]): void {
  spotlight.value = ids;
  if (ids.length > 0) select([]);
  if (takesPicture(id)) fitTo(ids);
}

export function takesPicture(id: string): boolean {
  const wanted = wantedInPicture === id;
  if (wanted) wantedInPicture = "";
  return wanted;
}

/** Opens a finding and brings what it speaks of into the picture. */
export function showFinding(run: string, finding: FindingEntry): void {
  const again = openFinding.value.key === finding.key;
  wantInPicture(finding.key);
  openFinding.value = { run, key: finding.key };
  if (again) lightFinding(finding);
}

export function lightFinding(finding: FindingEntry): void {
  const ids = finding.elements.map((element) => element.element_id);
  light(finding.key, ids);
}

export function visibleFindings(): { run: string; finding: FindingEntry }[] {
  return (checks.value?.list ?? []).flatMap((check) =>
    check.findings
      .filter((finding) => showDecided.value || isOpen(finding.status))
      .map((finding) => ({ run: check.run.validation_run_id, finding })),
  );
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
