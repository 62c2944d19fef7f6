// Why an element is as it is: every change of it, with who, when and the reason they gave.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { changeOf } from "../changes.ts";
import { tool } from "../call.ts";
import { undoOf } from "../dialogs.ts";
import { plural, title, words } from "../format.ts";
import { cards, type Card } from "../history.ts";
import { go, place } from "../place.ts";
import { preferences } from "../preferences.ts";
import type { HistoryEntry, HistoryReply } from "../replies";
import { showChange } from "../route.ts";
import { plan, scene } from "../scene.ts";
import { can } from "../session.ts";
import { facetValue } from "../value.ts";
import { w } from "../words.ts";
import { Actor, Button, Empty, Quote, Time, Trouble } from "./parts.tsx";

interface Loaded {
  key: string;
  id: string;
  entries: HistoryEntry[];
  total: number;
  next: string;
  error: Error | null;
}

const none: Loaded = { key: "", id: "", entries: [], total: 0, next: "", error: null };
const loaded = signal<Loaded>(none);

async function load(id: string, key: string, cursor: string): Promise<void> {
  const state = scene.value;
  if (!state) return;
  const args: Record<string, unknown> = {
    model_id: state.model_id,
    branch: state.branch,
    element_id: id,
    limit: 100,
  };
  if (cursor) args["cursor"] = cursor;
  const known = cursor ? loaded.value.entries : [];
  try {
    const reply = await tool<HistoryReply>("element_history", args);
    if (cursor && loaded.value.key !== key) return;
    loaded.value = {
      key,
      id,
      entries: [...known, ...reply.entries],
      total: reply.total,
      next: reply.next_cursor ?? "",
      error: null,
    };
  } catch (error) {
    loaded.value = { ...none, key, id, error: error as Error };
  }
}

export function Why({ id }: { id: string }): JSX.Element {
  const state = scene.value;
  const key = state ? [state.model_id, state.branch, state.head, id].join("\n") : "";
  useEffect(() => {
    if (key) void load(id, key, "");
  }, [key]);
  const known = loaded.value;
  if (known.id !== id)
    return (
      <p class="muted pad" role="status">
        {w.loading}
      </p>
    );
  if (known.error) return <Trouble error={known.error} retry={() => void load(id, key, "")} />;
  const list = cards(known.entries);
  return (
    <div class="why">
      <p class="muted pad">
        {plural(list.length, "change", "changes")}
        {known.next && ", " + w.moreFollow}
      </p>
      {list.length === 0 && <Empty>{w.noHistory}</Empty>}
      <ol class="cards">
        {list.map((card) => (
          <HistoryCard key={card.branch + card.command} card={card} id={id} />
        ))}
      </ol>
      {known.next && <Button onClick={() => void load(id, known.key, known.next)}>{w.loadMore}</Button>}
    </div>
  );
}

function HistoryCard({ card, id }: { card: Card; id: string }): JSX.Element {
  const entry = card.entries.find((one) => one.reasoning) ?? card.entries[0]!;
  const here = scene.value?.revision ?? -1;
  const now = card.branch === "" && card.first <= here && here <= card.last;
  const future = card.branch === "" && card.first > here;
  return (
    <li class={"card" + (now ? " is-now" : "") + (future ? " is-future" : "")}>
      <header>
        <Actor user={entry.user_id} agent={entry.agent_id} />
        <Time at={entry.occurred_at} />
      </header>
      <p class="what">
        <strong>{what(card)}</strong>{" "}
        <span class="muted">
          {w.byTool(entry.tool)}, {w.revisionShort(card.first, card.last)}
          {card.branch && (
            <>
              , {w.onBranch} <bdi>{card.branch}</bdi>
            </>
          )}
          {future && ", " + w.later}
        </span>
      </p>
      <Quote text={entry.reasoning ?? ""} />
      <Facets card={card} id={id} />
      {card.entries
        .flatMap((one) => one.thoughts ?? [])
        .slice(0, 3)
        .map((thought, i) => (
          <div class="thought" key={i}>
            <span class="muted">{w.thought(words(thought.kind))}</span>
            <Quote text={thought.thought} />
          </div>
        ))}
      {card.entries
        .flatMap((one) => one.approved ?? [])
        .slice(0, 3)
        .map((approved, i) => (
          <p class="muted" key={i}>
            {w.approvedBy} <bdi>{approved.by}</bdi> ({approved.level}), <Time at={approved.at} />
          </p>
        ))}
      {!plan.value && <CardActions card={card} />}
    </li>
  );
}

function CardActions({ card }: { card: Card }): JSX.Element | null {
  if (card.branch !== "") {
    return (
      <div class="card-actions">
        <Button kind="quiet" onClick={() => go({ branch: card.branch, at: String(card.last), diff: "" })}>
          {w.goThere}
        </Button>
      </div>
    );
  }
  const undo = async (): Promise<void> => {
    undoOf.value = await changeOf(card.last);
  };
  return (
    <div class="card-actions">
      <Button kind="quiet" icon="compare" onClick={() => showChange(card.first, card.last)}>
        {w.showBefore}
      </Button>
      <Button kind="quiet" onClick={() => go({ at: String(card.last), diff: "" })}>
        {w.goThere}
      </Button>
      {can("undo") && !card.derived && place.value.at === "" && (
        <Button kind="quiet" icon="undo" onClick={() => void undo()}>
          {w.undo}
        </Button>
      )}
    </div>
  );
}

const happened: Record<string, string> = {
  "element.created": "Created",
  "element.modified": "Changed",
  "element.moved": "Moved",
  "element.deleted": "Deleted",
  "element.hosted": "Put into its host",
  "elements.joined": "Joined",
  "elements.parted": "Parted",
  "elements.combined": "Combined",
  "elements.connected": "Connected",
  "elements.disconnected": "Disconnected",
  "branch.merged": "Merged",
  "body.defined": "Given a body",
};

function what(card: Card): string {
  if (card.derived) return w.followed;
  const names = [
    ...new Set(card.entries.map((entry) => happened[entry.type] ?? title(entry.type.replace(".", " ")))),
  ];
  return names.map((name, i) => (i === 0 ? name : name.toLowerCase())).join(", ");
}

/** From and to, for every facet that the change wrote. */
function Facets({ card, id }: { card: Card; id: string }): JSX.Element | null {
  const unit = preferences.value.unit;
  const rows = card.entries.flatMap((entry) => {
    const about = entry.touched.length <= 1 || entry.touched.some((touch) => touch.element_id === id);
    return about ? (entry.data?.changes ?? []) : [];
  });
  const causes = card.entries.map((entry) => entry.cause).filter((cause): cause is string => !!cause);
  if (rows.length === 0 && causes.length === 0) return null;
  return (
    <ul class="facets">
      {rows.map((row, i) => (
        <li key={i}>
          <span class="facet">{title(row.facet)}</span>
          <span>
            <del dir="auto">{facetValue(row.facet, row.from, unit)}</del> <span aria-hidden="true">→</span>
            <span class="hidden-text">{w.to}</span> <ins dir="auto">{facetValue(row.facet, row.to, unit)}</ins>
          </span>
        </li>
      ))}
      {causes.map((cause, i) => (
        <li key={"c" + i} dir="auto">
          {cause}
        </li>
      ))}
    </ul>
  );
}
