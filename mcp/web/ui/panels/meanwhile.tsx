// What others changed on the branch since a plan was made: such a change may make the plan stale.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Approval, Changes, ChangeSet } from "../api";
import { branchPath, get, query } from "../call.ts";
import { title } from "../format.ts";
import { headKey, liveHead } from "../scene.ts";
import { w } from "../words.ts";
import { Actor, Section, Time } from "./parts.tsx";

const found = signal<{ id: string; list: ChangeSet[]; more: boolean }>({ id: "", list: [], more: false });

export function Meanwhile({ approval }: { approval: Approval }): JSX.Element | null {
  const head = liveHead.value[headKey(approval.model_id, approval.branch)] ?? -1;
  useEffect(() => {
    const path = branchPath(approval.model_id, approval.branch) + "/changes" + query({ limit: 20 });
    get<Changes>(path).then(
      (reply) => {
        const list = reply.changes.filter((change) => change.first > approval.revision);
        found.value = { id: approval.id, list, more: list.length === reply.changes.length && reply.more };
      },
      () => {},
    );
  }, [approval.id, head]);
  const { id, list, more } = found.value;
  if (id !== approval.id || list.length === 0) return null;
  return (
    <Section title={w.meanwhile} n={list.length}>
      <p class="notice">{w.meanwhileHint}</p>
      <ul class="plain">
        {list.map((change) => (
          <li key={change.last}>
            {title(change.tool)} <Actor user={change.user} agent={change.agent} /> <Time at={change.at} />
          </li>
        ))}
        {more && <li class="muted">{w.moreFollow}</li>}
      </ul>
    </Section>
  );
}
