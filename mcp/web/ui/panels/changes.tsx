// What was done to the branch: a row a command, grouped by who did it, the newest first.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ChangeSet } from "../api";
import { flashing } from "../appearance.ts";
import { changeGroups, type ChangeGroup } from "../changegroups.ts";
import { changes, changesTrouble, loadHistory, loadOlder } from "../changes.ts";
import { undoOf } from "../dialogs.ts";
import { count, plural, signs, title, words } from "../format.ts";
import { onLetter } from "../keys.ts";
import { go, place } from "../place.ts";
import { showChange } from "../route.ts";
import { plan, scene } from "../scene.ts";
import { can, session } from "../session.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { ElementLink } from "./elementlink.tsx";
import { Actor, Button, Empty, Quote, Time, Trouble } from "./parts.tsx";

type Who = "all" | "agents" | "mine";

const who = signal<Who>("all");
const expanded = signal("");
const older = action(loadOlder);

export function ChangeList(): JSX.Element {
  const known = changes.value;
  const groups = useMemo(() => changeGroups((known?.list ?? []).filter(wanted)), [known, who.value]);
  const shown = groups.reduce((sum, group) => sum + group.changes.length, 0);
  return (
    <div class="changes" onKeyDown={onLetter}>
      <div class="filter">
        <label class="inline">
          <span class="hidden-text">{w.changesOf}</span>
          <select value={who.value} onChange={(event) => (who.value = event.currentTarget.value as Who)}>
            {(["all", "agents", "mine"] as const).map((id) => (
              <option key={id} value={id}>
                {w.changesBy[id]}
              </option>
            ))}
          </select>
        </label>
        <span class="muted nowrap" role="status">
          {known && plural(shown, "change", "changes")}
          {known?.more && ", " + w.moreFollow}
        </span>
      </div>
      <Trouble error={changesTrouble.value} retry={() => void loadHistory()} />
      {known && shown === 0 && <Empty>{known.list.length === 0 ? w.noChanges : w.noChangesOf}</Empty>}
      <div class="change-groups" tabIndex={-1}>
        {groups.map((group) => (
          <Group key={group.key} group={group} />
        ))}
        {known?.more && (
          <Button disabled={older.busy.value} onClick={() => void older.run()}>
            {w.loadOlder}
          </Button>
        )}
        <Trouble error={older.trouble.value} />
      </div>
    </div>
  );
}

function wanted(change: ChangeSet): boolean {
  if (who.value === "agents") return change.agent !== "";
  if (who.value === "mine") return change.user === session.value?.me.id;
  return true;
}

function Group({ group }: { group: ChangeGroup }): JSX.Element {
  return (
    <section class="change-group">
      <header>
        <Actor user={group.user} agent={group.agent} />
        <span class="muted signs">{signs(group)}</span>
        <Time at={group.to} />
      </header>
      <ul>
        {group.changes.map((change) => (
          <ChangeRow key={change.last} change={change} />
        ))}
      </ul>
    </section>
  );
}

function ChangeRow({ change }: { change: ChangeSet }): JSX.Element {
  const here = scene.value?.revision ?? -1;
  const now = !plan.value && change.first <= here && here <= change.last;
  const future = change.first > here;
  const open = expanded.value === change.command_id + change.last;
  const light = (on: boolean): void => {
    if (place.value.diff === "") flashing.value = new Set(on ? change.ids : []);
  };
  return (
    <li
      class={"change" + (now ? " is-now" : "") + (future ? " is-future" : "")}
      onMouseEnter={() => light(true)}
      onMouseLeave={() => light(false)}
    >
      <button
        type="button"
        class="change-main"
        aria-current={now ? "true" : undefined}
        onFocus={() => light(true)}
        onBlur={() => light(false)}
        title={w.showChangeHint}
        onClick={() => showChange(change.first, change.last)}
      >
        <span class="change-line">
          <span class="change-tool">{title(change.tool)}</span>
          <Signs change={change} />
          <Time at={change.at} />
        </span>
        <span class="change-reason" dir="auto">
          {change.reason ? "“" + change.reason + "”" : w.noReason}
        </span>
      </button>
      <button
        type="button"
        class="row-button"
        aria-expanded={open}
        aria-label={w.detailsOf(title(change.tool))}
        title={w.details}
        onClick={() => (expanded.value = open ? "" : change.command_id + change.last)}
      >
        <span class={"twist" + (open ? " is-open" : "")} />
      </button>
      {open && <Details change={change} />}
    </li>
  );
}

function Signs({ change }: { change: ChangeSet }): JSX.Element {
  return (
    <span class="signs" title={w.countsInWords(change.created, change.modified, change.deleted)}>
      {change.created > 0 && <span class="added">+{count(change.created)}</span>}
      {change.modified > 0 && <span class="modified">~{count(change.modified)}</span>}
      {change.deleted > 0 && <span class="deleted">−{count(change.deleted)}</span>}
    </span>
  );
}

function Details({ change }: { change: ChangeSet }): JSX.Element {
  const total = change.created + change.modified + change.deleted;
  return (
    <div class="change-details">
      <Quote text={change.reason} />
      <p class="muted">
        {w.byTool(words(change.tool))}, {w.revisionShort(change.first, change.last)}
      </p>
      {change.ids.length > 0 ? (
        <p class="flow">
          {change.ids.map((id) => (
            <ElementLink key={id} id={id} />
          ))}
          {total > change.ids.length && <span class="muted">{w.andMore(total - change.ids.length)}</span>}
        </p>
      ) : (
        <p class="muted">{w.noElements}</p>
      )}
      <div class="card-actions">
        <Button kind="quiet" icon="compare" onClick={() => showChange(change.first, change.last)}>
          {w.showBefore}
        </Button>
        <Button kind="quiet" onClick={() => go({ at: String(change.last), diff: "" })}>
          {w.goThere}
        </Button>
        {can("undo") && place.value.at === "" && change.first > 0 && (
          <Button kind="quiet" icon="undo" onClick={() => (undoOf.value = change)}>
            {w.undo}
          </Button>
        )}
      </div>
    </div>
  );
}
