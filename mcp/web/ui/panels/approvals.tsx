// The inbox of what agents ask for, and one request with what it would do.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Approval } from "../api";
import {
  approvals,
  approvalsTrouble,
  decided,
  granted,
  loadApproval,
  loadApprovals,
  loadDecided,
} from "../inbox.ts";
import { count, raised, title, words } from "../format.ts";
import { go } from "../place.ts";
import { fitTo } from "../navigate.ts";
import { openApproval } from "../route.ts";
import { plan, planDelta } from "../scene.ts";
import { takesPicture, wantInPicture } from "../spotlight.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { Decide } from "./decide.tsx";
import { DiffList } from "./diff.tsx";
import { Meanwhile } from "./meanwhile.tsx";
import { ElementLink } from "./elementlink.tsx";
import { ApprovalOverlaps, useOverlaps } from "./overlaps.tsx";
import { signOf } from "./swatch.tsx";
import { Actor, Button, Empty, Facts, Quote, Section, Time, Trouble } from "./parts.tsx";

const shown = signal<Approval | null>(null);
const shownTrouble = signal<Error | null>(null);
const older = action(loadDecided);

export function ApprovalsPanel(): JSX.Element {
  return openApproval.value ? <One id={openApproval.value} /> : <List />;
}

function List(): JSX.Element {
  const list = approvals.value;
  return (
    <>
      <header class="subject">
        <div>
          <h2>{w.approvals}</h2>
          <p class="muted">{list ? w.waitingFor(list.length) : w.loading}</p>
        </div>
      </header>
      <Trouble error={approvalsTrouble.value} retry={() => void loadApprovals()} />
      {list?.length === 0 && <Empty>{w.noApprovals}</Empty>}
      <ul class="cards">
        {(list ?? []).map((one) => (
          <Card key={one.id} approval={one} />
        ))}
      </ul>
      {granted.value.length > 0 && (
        <Section title={w.grantedOnes} n={granted.value.length}>
          <ul class="cards">
            {granted.value.map((one) => (
              <Card key={one.id} approval={one} />
            ))}
          </ul>
        </Section>
      )}
      {decided.value === null ? (
        <Button kind="quiet" disabled={older.busy.value} onClick={() => void older.run()}>
          {w.showDecided}
        </Button>
      ) : (
        <Section title={w.decidedOnes} n={decided.value.length}>
          {decided.value.length === 0 && <Empty>{w.noDecided}</Empty>}
          <ul class="cards">
            {decided.value.map((one) => (
              <Card key={one.id} approval={one} />
            ))}
          </ul>
        </Section>
      )}
      <Trouble error={older.trouble.value} />
    </>
  );
}

function Card({ approval }: { approval: Approval }): JSX.Element {
  return (
    <li class="card">
      <button
        type="button"
        class="card-open"
        onClick={() => {
          wantInPicture(approval.id);
          openApproval.value = approval.id;
        }}
      >
        <span class="card-title">{sentenceOf(approval)}</span>
        <span class="muted">
          <bdi>{approval.model_name}</bdi>, <bdi>{approval.branch}</bdi>
        </span>
      </button>
      <p class="card-meta">
        <Actor
          user={approval.requester.on_behalf_of || approval.requester.id}
          agent={approval.requester.kind === "human" ? "" : approval.requester.id}
        />
        <Time at={approval.at} far />
      </p>
      <Quote text={approval.reasoning} />
      {approval.status !== "pending" && (
        <p class="status">
          {title(approval.status)}
          {approval.reason && (
            <>
              : <bdi>{approval.reason}</bdi>
            </>
          )}
        </p>
      )}
    </li>
  );
}

/** "delete element: deletes 5, changes 2" from what the server counted. */
function sentenceOf(approval: Approval): string {
  const { created, modified, derived, deleted } = approval.counts;
  const parts: string[] = [];
  if (deleted) parts.push(w.deletes(deleted));
  if (created) parts.push(w.creates(created));
  if (modified) parts.push(w.modifies(modified));
  if (derived) parts.push(w.reaches(derived));
  return title(approval.tool) + (parts.length > 0 ? ": " + parts.join(", ") : "");
}

async function read(id: string): Promise<void> {
  try {
    const approval = await loadApproval(id);
    if (openApproval.value !== id) return;
    shown.value = approval;
    shownTrouble.value = null;
    go({ model: approval.model_id, branch: approval.branch });
    plan.value = approval.drawable
      ? { id, model: approval.model_id, branch: approval.branch, revision: approval.revision }
      : null;
  } catch (error) {
    if (openApproval.value === id) shownTrouble.value = error as Error;
  }
}

function One({ id }: { id: string }): JSX.Element {
  useEffect(() => {
    void read(id);
    return () => {
      plan.value = null;
    };
  }, [id]);
  // Another tab, or a terminal, may decide meanwhile: the list says so, and the request is read again.
  const inList = approvals.value?.concat(granted.value).find((one) => one.id === id);
  const state = inList ? inList.status + inList.grants.length : approvals.value ? "closed" : "";
  useEffect(() => {
    if (shown.value?.id === id) void read(id);
  }, [state]);
  const approval = shown.value?.id === id ? shown.value : null;
  const expires = approval?.open ? approval.expires : "";
  useEffect(() => {
    const left = Date.parse(expires) - Date.now();
    if (!(left > 0)) return;
    const timer = setTimeout(() => void read(id), left + 1000);
    return () => clearTimeout(timer);
  }, [expires]);
  const back = (): void => void (openApproval.value = "");
  return (
    <>
      <header class="subject">
        <Button kind="quiet" icon="left" label={w.backToList} onClick={back} />
        <div class="grow">
          <h2>{approval ? sentenceOf(approval) : w.approval}</h2>
          {approval && (
            <p class="muted">
              <bdi>{approval.model_name}</bdi>, <bdi>{approval.branch}</bdi> {w.atRevision(approval.revision)}
            </p>
          )}
        </div>
      </header>
      <Trouble error={shownTrouble.value} />
      {!approval && !shownTrouble.value && (
        <p class="muted pad" role="status">
          {w.loading}
        </p>
      )}
      {approval && <Request approval={approval} again={() => void read(id)} />}
    </>
  );
}

function Request({ approval, again }: { approval: Approval; again: () => void }): JSX.Element {
  const { requester } = approval;
  // Who opens a request wants to see its place: once, when it is drawn.
  const drawn = planDelta.value !== null;
  useOverlaps(approval.open ? approval.model_id : "", approval.id);
  useEffect(() => {
    const changes = planDelta.value?.changes ?? [];
    const meant = changes.filter((change) => change.change !== "derived");
    const ids = (meant.length > 0 ? meant : changes).map((change) => change.id);
    if (ids.length > 0 && takesPicture(approval.id)) setTimeout(() => fitTo(ids), 50);
  }, [approval.id, drawn]);
  return (
    <div class="request">
      <Facts
        rows={[
          [
            w.askedBy,
            <Actor
              user={requester.on_behalf_of || requester.id}
              agent={requester.kind === "human" ? "" : requester.id}
            />,
          ],
          [w.askedAt, <Time at={approval.at} far />],
          approval.open ? [w.expires, <Time at={approval.expires} far />] : null,
          [w.needs, w.needsPersons(approval.approvers, approval.level)],
        ]}
      />
      <h3>{w.reasonOf}</h3>
      {approval.reasoning ? <Quote text={approval.reasoning} /> : <p class="muted">{w.noReason}</p>}
      {approval.also.length > 0 && (
        <ul class="also">
          {approval.also.map((sentence, i) => (
            <li key={i} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {approval.open && <ApprovalOverlaps id={approval.id} />}
      <Affected approval={approval} />
      {approval.drawable && planDelta.value && (
        <Section title={w.inThePicture} n={planDelta.value.changes.length} open={false}>
          <DiffList />
        </Section>
      )}
      {!approval.drawable && <p class="notice">{w.notDrawable}</p>}
      {approval.open && <Meanwhile approval={approval} />}
      <Section title={w.asGiven(words(approval.tool))} open={false}>
        <pre class="arguments" dir="auto" tabIndex={0}>
          {approval.text}
        </pre>
        <Facts rows={[[w.planHash, <code class="break">{approval.plan_sha256}</code>]]} />
      </Section>
      {approval.grants.length > 0 && (
        <Section title={w.agreed} n={approval.grants.length}>
          <ul class="plain">
            {approval.grants.map((grant, i) => (
              <li key={i}>
                <bdi>{grant.by}</bdi> <span class="muted">({grant.level})</span> <Time at={grant.at} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Decide approval={approval} again={again} />
    </div>
  );
}

const effectKinds: Record<string, "added" | "modified" | "deleted" | "derived"> = {
  created: "added",
  modified: "modified",
  deleted: "deleted",
  derived: "derived",
};

function Affected({ approval }: { approval: Approval }): JSX.Element {
  const { created, modified, derived, deleted } = approval.counts;
  const total = created + modified + derived + deleted;
  return (
    <Section title={w.affected} n={total}>
      {approval.affected.length === 0 && <Empty>{w.affectsNothing}</Empty>}
      <ul class="plain affected">
        {approval.affected.map((one) => {
          const kind = effectKinds[one.effect] ?? "modified";
          return (
            <li key={one.element_id + one.effect}>
              <span class={"sign " + kind} title={w.kindHints[kind]}>
                {signOf[kind]}
              </span>
              <span>
                <ElementLink id={one.element_id} name={one.name} /> <span class="muted">{title(one.category)}</span>
                {one.change && (
                  <span class="change-words" dir="auto">
                    {raised(one.change)}
                  </span>
                )}
              </span>
            </li>
          );
        })}
        {total > approval.affected.length && approval.affected.length > 0 && (
          <li class="muted">
            {w.andMore(total - approval.affected.length)} ({count(total)})
          </li>
        )}
      </ul>
    </Section>
  );
}
