// The top of the page: where one is, what waits for a decision, who one is.
import type { JSX } from "preact";
import type { PanelName } from "../address.ts";
import { announce } from "../announce.ts";
import { openFindings } from "../checks.ts";
import { branchesOpen, helpOpen, saveOpen } from "../dialogs.ts";
import { approvals } from "../inbox.ts";
import { branch, goLive, goToModel, isLive, model, models, place } from "../place.ts";
import { prefer, preferences, type Theme } from "../preferences.ts";
import { linkHere, openPanel, panel } from "../route.ts";
import { plan, scene } from "../scene.ts";
import { logOut, session } from "../session.ts";
import { openTasks, tasks } from "../tasks.ts";
import { fullTime } from "../format.ts";
import { w } from "../words.ts";
import { Icon, type IconName } from "./icon.tsx";
import { Button, Count, Menu } from "./parts.tsx";
import { Search } from "./search.tsx";

export function Header({ toggleLeft }: { toggleLeft: () => void }): JSX.Element {
  const findings = openFindings.value;
  return (
    <header class="header">
      <Button kind="quiet" icon="menu" label={w.toggleTree} class="toggle-left" onClick={toggleLeft} />
      <h1 class="brand">
        bimstream<span class="hidden-text"> {model.value?.name}</span>
      </h1>
      <ModelChoice />
      {model.value && (
        <Button
          kind="quiet"
          icon="branch"
          class="branch-button"
          title={w.branches}
          onClick={() => (branchesOpen.value = true)}
        >
          <bdi>{place.value.branch}</bdi>
        </Button>
      )}
      <MomentChip />
      <Button
        kind="quiet"
        icon="save"
        label={w.save}
        disabled={!scene.value || plan.value !== null}
        onClick={() => (saveOpen.value = true)}
      />
      <Search />
      <nav class="counters" aria-label={w.waiting}>
        <Counter to="approvals" icon="approval" text={w.approvals} n={approvals.value?.length} urgent />
        <Counter to="findings" icon="warn" text={w.findings} n={findings.count} more={findings.more} />
        <Counter to="tasks" icon="task" text={w.tasks} n={openTasks.value} more={!!tasks.value?.next} />
      </nav>
      <Me />
    </header>
  );
}

function ModelChoice(): JSX.Element | null {
  const list = models.value ?? [];
  if (list.length === 0) return null;
  return (
    <label class="model-choice">
      <span class="hidden-text">{w.model}</span>
      <select value={place.value.model} onChange={(event) => goToModel(event.currentTarget.value)}>
        {list.map((entry) => (
          <option key={entry.id} value={entry.id}>
            {entry.name || entry.id}
          </option>
        ))}
      </select>
    </label>
  );
}

/** LIVE 132, PINNED 96 of 132, or PLAN on 132. */
function MomentChip(): JSX.Element | null {
  const state = scene.value;
  if (!state) return null;
  if (plan.value) {
    return (
      <span class="moment moment-plan" title={w.planHint}>
        {w.planOn(plan.value.revision)}
      </span>
    );
  }
  if (isLive.value) {
    return (
      <span class="moment moment-live" title={w.liveHint(fullTime(state.at))}>
        <Icon name="live" />
        {w.live} <strong>{state.revision}</strong>
      </span>
    );
  }
  const head = Math.max(state.head, branch.value?.head ?? 0);
  return (
    <button type="button" class="moment moment-pinned" title={w.pinnedHint(fullTime(state.at))} onClick={goLive}>
      {w.pinned} <strong>{w.ofHead(state.revision, head)}</strong>
    </button>
  );
}

function Counter({
  to,
  icon,
  text,
  n,
  more = false,
  urgent = false,
}: {
  to: PanelName;
  icon: IconName;
  text: string;
  n: number | undefined;
  more?: boolean;
  urgent?: boolean;
}): JSX.Element {
  const on = panel.value === to;
  return (
    <button
      type="button"
      class={"counter" + (urgent && n ? " is-urgent" : "")}
      aria-pressed={on}
      title={text}
      onClick={() => openPanel(on ? "element" : to)}
    >
      <Icon name={icon} />
      <span class="counter-text">{text}</span>
      {n !== undefined && <Count n={n} more={more} />}
    </button>
  );
}

const themes: Theme[] = ["system", "light", "dark"];

function Me(): JSX.Element {
  const who = session.value?.me;
  return (
    <Menu
      align="right"
      class="me"
      label={w.me(who?.name ?? "")}
      button={
        <>
          <Icon name="person" />
          <bdi class="me-name">{who?.name}</bdi>
        </>
      }
    >
      {(close) => (
        <>
          <p class="who">
            <strong dir="auto">{who?.name}</strong>
            <span class="muted">{w.mayDo(who?.may ?? [])}</span>
          </p>
          <fieldset class="choices row">
            <legend>{w.theme}</legend>
            {themes.map((theme) => (
              <label key={theme}>
                <input
                  type="radio"
                  name="theme"
                  checked={preferences.value.theme === theme}
                  onChange={() => prefer({ theme })}
                />
                {w.themes[theme]}
              </label>
            ))}
          </fieldset>
          <fieldset class="choices row">
            <legend>{w.units}</legend>
            {(["mm", "m", "ft-in"] as const).map((unit) => (
              <label key={unit}>
                <input
                  type="radio"
                  name="unit"
                  checked={preferences.value.unit === unit}
                  onChange={() => prefer({ unit })}
                />
                {w.unitNames[unit]}
              </label>
            ))}
          </fieldset>
          <label class="check">
            <input
              type="checkbox"
              checked={preferences.value.letters}
              onChange={(event) => prefer({ letters: event.currentTarget.checked })}
            />
            {w.letterKeys}
          </label>
          <div class="menu-list">
            <button
              type="button"
              class="menu-item"
              onClick={() => {
                void copyLink();
                close();
              }}
            >
              <Icon name="link" />
              {w.copyLink}
            </button>
            <button
              type="button"
              class="menu-item"
              onClick={() => {
                close();
                helpOpen.value = true;
              }}
            >
              <Icon name="keys" />
              {w.keys}
            </button>
            <button type="button" class="menu-item" onClick={() => void logOut().catch(() => {})}>
              <Icon name="close" />
              {w.logOut}
            </button>
          </div>
          <p class="muted small">
            {w.version(session.value?.server.name ?? "", session.value?.server.version ?? "")}
          </p>
        </>
      )}
    </Menu>
  );
}

export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkHere());
    announce(w.linkCopied);
  } catch {
    announce(w.linkNotCopied);
  }
}
