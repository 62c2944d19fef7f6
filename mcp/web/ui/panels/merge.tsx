// Merging a branch: what it would do, each conflict with the value of both sides, and the merge itself.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { announce } from "../announce.ts";
import { tool } from "../call.ts";
import { mergeOf } from "../dialogs.ts";
import { title } from "../format.ts";
import { go, place } from "../place.ts";
import { preferences } from "../preferences.ts";
import type { Conflict, MergeReply } from "../replies";
import { facetValue } from "../value.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { EffectList } from "./effect.tsx";
import { BranchOverlaps, useOverlaps } from "./overlaps.tsx";
import { Button, Dialog, Empty, Field, Section, Trouble } from "./parts.tsx";

interface Decision {
  take: "ours" | "theirs" | "value";
  value: string;
}

const preview = signal<MergeReply | null>(null);
const refused = signal<Error | null>(null);

interface Sides {
  source: string;
  target: string;
}

const foretell = action(async (sides: Sides) => {
  refused.value = null;
  preview.value = await tool<MergeReply>("merge_branch", {
    model_id: place.value.model,
    branch: sides.target,
    source: sides.source,
    dry_run: true,
  });
});

const merging = action(
  async (sides: Sides, revision: number, decisions: Record<string, unknown>[], reasoning: string) => {
    const args: Record<string, unknown> = {
      model_id: place.value.model,
      branch: sides.target,
      source: sides.source,
      expected_revision: revision,
      dry_run: false,
    };
    if (decisions.length > 0) args["decisions"] = decisions;
    if (reasoning) args["reasoning"] = reasoning;
    const reply = await tool<MergeReply>("merge_branch", args);
    announce(reply.summary);
    mergeOf.value = null;
    go({ branch: sides.target });
  },
);

export function MergeDialog({ sides }: { sides: Sides }): JSX.Element {
  const [decisions, setDecisions] = useState<Record<string, Decision>>({});
  const [reason, setReason] = useState("");
  const close = (): void => void (mergeOf.value = null);
  useEffect(() => {
    preview.value = null;
    merging.trouble.value = null;
    void foretell.run(sides);
  }, [sides.source, sides.target]);
  useOverlaps(place.value.model, sides.source);
  const found = preview.value;
  const open =
    found?.conflicts.filter((conflict) => !conflict.decision && !decided(decisions[conflict.conflict_id])) ?? [];
  const nothingNew = found !== null && !found.would_merge && found.conflicts.length === 0;
  return (
    <Dialog title={w.mergeTitle(sides.source, sides.target)} close={close} wide>
      <Trouble error={foretell.trouble.value} retry={() => void foretell.run(sides)} />
      {!found && !foretell.trouble.value && (
        <p class="muted" role="status">
          {w.foretelling}
        </p>
      )}
      {found && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const given = found.conflicts.flatMap((conflict) => sent(conflict, decisions[conflict.conflict_id]));
            void merging.run(sides, found.revision, given, reason);
          }}
        >
          <p class="muted">
            {w.mergeBase} <bdi>{found.base.branch}</bdi> {w.atRevision(found.base.revision)}
          </p>
          {nothingNew && <Empty>{w.nothingToMerge}</Empty>}
          {!nothingNew && <BranchOverlaps branch={sides.source} />}
          {found.conflicts.length > 0 && (
            <Section title={w.conflicts} n={found.conflicts.length}>
              <p class="muted">{open.length > 0 ? w.openConflicts(open.length) : w.allDecided}</p>
              <ul class="cards">
                {found.conflicts.map((conflict) => (
                  <ConflictCard
                    key={conflict.conflict_id}
                    conflict={conflict}
                    sides={sides}
                    decision={decisions[conflict.conflict_id]}
                    decide={(decision) => setDecisions({ ...decisions, [conflict.conflict_id]: decision })}
                  />
                ))}
              </ul>
            </Section>
          )}
          {!nothingNew && (
            <Section title={w.wouldDo}>
              {found.open_conflicts > 0 && <p class="muted">{w.whereOursWins}</p>}
              <EffectList effect={found} />
            </Section>
          )}
          {found.automatic.length > 0 && (
            <Section title={w.automatic} n={found.counts.automatic} open={false}>
              <ul class="plain">
                {found.automatic.map((one, i) => (
                  <li key={i}>
                    <bdi>{one.name}</bdi>{" "}
                    <span class="muted">
                      {title(one.action).toLowerCase()}
                      {one.facet && " " + title(one.facet).toLowerCase()}
                      {one.reason && (
                        <>
                          : <bdi>{one.reason}</bdi>
                        </>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {(found.needs_person ?? []).map((line, i) => (
            <p class="notice" key={i} dir="auto">
              {line}
            </p>
          ))}
          {!nothingNew && (
            <Field label={w.reasonOptional}>
              <textarea
                rows={2}
                maxLength={1000}
                value={reason}
                onInput={(event) => setReason(event.currentTarget.value)}
              />
            </Field>
          )}
          <Trouble error={merging.trouble.value} retry={() => void foretell.run(sides)} />
          <footer class="dialog-actions">
            <Button onClick={close}>{w.cancel}</Button>
            {!nothingNew && (
              <Button kind="primary" type="submit" disabled={open.length > 0 || merging.busy.value}>
                {w.mergeInto(sides.target)}
              </Button>
            )}
          </footer>
        </form>
      )}
    </Dialog>
  );
}

function decided(decision: Decision | undefined): boolean {
  return decision !== undefined && (decision.take !== "value" || decision.value.trim() !== "");
}

function sent(conflict: Conflict, decision: Decision | undefined): Record<string, unknown>[] {
  if (!decision) return [];
  const out: Record<string, unknown> = { conflict_id: conflict.conflict_id, take: decision.take };
  if (decision.take === "value") out["value"] = asValue(decision.value, conflict);
  return [out];
}

/** A typed value is of the kind that both sides have: a number where they have numbers. */
function asValue(text: string, { ours, theirs }: Conflict): unknown {
  if (typeof ours === "string" || typeof theirs === "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function ConflictCard({
  conflict,
  sides,
  decision,
  decide,
}: {
  conflict: Conflict;
  sides: Sides;
  decision: Decision | undefined;
  decide: (decision: Decision) => void;
}): JSX.Element {
  const unit = preferences.value.unit;
  const show = (value: unknown): string => facetValue(conflict.facet, value, unit);
  const name = "conflict-" + conflict.conflict_id;
  const choices = [
    { take: "ours" as const, side: sides.target, value: conflict.ours },
    { take: "theirs" as const, side: sides.source, value: conflict.theirs },
  ].filter((choice) => conflict.choices.includes(choice.take));
  return (
    <li class="card">
      <fieldset class="conflict">
        <legend>
          <bdi>{conflict.name || w.unnamed(conflict.category)}</bdi>{" "}
          <span class="muted">
            {title(conflict.category)}
            {conflict.facet && ", " + title(conflict.facet).toLowerCase()}
          </span>
        </legend>
        <p dir="auto" class="muted">
          {conflict.message}
        </p>
        <p>
          {w.baseValue}: <span dir="auto">{show(conflict.base)}</span>
        </p>
        {choices.map(({ take, side, value }) => (
          <label key={take}>
            <input
              type="radio"
              name={name}
              checked={decision?.take === take}
              onChange={() => decide({ take, value: "" })}
            />
            <span>
              {w.sides[take]} (<bdi>{side}</bdi>): <strong dir="auto">{show(value)}</strong>
              {(conflict.consequences?.[take] ?? []).map((line, i) => (
                <span class="muted block" key={i} dir="auto">
                  {line}
                </span>
              ))}
            </span>
          </label>
        ))}
        {conflict.choices.includes("value") && (
          <label>
            <input
              type="radio"
              name={name}
              checked={decision?.take === "value"}
              onChange={() => decide({ take: "value", value: decision?.value ?? "" })}
            />
            <span>{w.otherValue}</span>
            <input
              class="inline-input"
              aria-label={w.otherValue}
              value={decision?.take === "value" ? decision.value : ""}
              onInput={(event) => decide({ take: "value", value: event.currentTarget.value })}
            />
          </label>
        )}
        {conflict.decision && <p class="muted">{w.recorded(conflict.decision.take, conflict.decision.by ?? "")}</p>}
      </fieldset>
    </li>
  );
}
