// What checks have found: by check and rule; a click brings both elements into the picture, the rest become ghosts.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { spotlight } from "../appearance.ts";
import {
  checks,
  checksTrouble,
  checkTools,
  findFinding,
  isOpen,
  judge,
  loadChecks,
  loadMoreFindings,
  openFindings,
  runCheck,
  type Check,
} from "../checks.ts";
import { taskFrom } from "../dialogs.ts";
import { length, plural, raised, title, volume } from "../format.ts";
import { onLetter } from "../keys.ts";
import { go, place } from "../place.ts";
import { preferences } from "../preferences.ts";
import type { FindingEntry, FindingStatus } from "../replies";
import { openFinding } from "../route.ts";
import { painted, scene, viewer } from "../scene.ts";
import { can, session } from "../session.ts";
import { lightFinding, showDecided, showFinding } from "../spotlight.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { Icon, type IconName } from "./icon.tsx";
import { ElementLink } from "./elementlink.tsx";
import { Button, Count, Empty, Facts, Field, Menu, Quote, Section, Time, Trouble } from "./parts.tsx";

// Those of code_compliance, which checks one at a time.
const standards = ["IBC", "BS9999", "Eurocode", "ISO19650", "MBO", "NDSS"];
const standard = signal("IBC");
const running = action(runCheck);
const judging = action(judge);
const loadMore = action(loadMoreFindings);

export function FindingsPanel(): JSX.Element {
  const list = checks.value?.list ?? [];
  const open = openFindings.value;
  const chosen = openFinding.value.key ? findFinding(openFinding.value.key) : null;
  if (chosen) return <One check={chosen.check} finding={chosen.finding} />;
  return (
    <div onKeyDown={onLetter}>
      <header class="subject">
        <div>
          <h2>{w.findings}</h2>
          <p class="muted">{w.openFindings(open.count, open.more)}</p>
        </div>
        <RunMenu />
      </header>
      {running.busy.value && (
        <p class="notice" role="status">
          {w.checking}
        </p>
      )}
      <Trouble error={running.trouble.value ?? checksTrouble.value} retry={() => void loadChecks()} />
      <label class="check pad">
        <input
          type="checkbox"
          checked={showDecided.value}
          onChange={(event) => (showDecided.value = event.currentTarget.checked)}
        />
        {w.showJudged}
      </label>
      {checks.value && list.length === 0 && <Empty>{w.noRuns}</Empty>}
      {list.map((check) => (
        <CheckPart key={check.run.validation_run_id} check={check} />
      ))}
    </div>
  );
}

function RunMenu(): JSX.Element | null {
  const offered = checkTools.filter(can);
  if (offered.length === 0) return null;
  return (
    <Menu
      align="right"
      label={w.runCheck}
      button={
        <>
          <Icon name="play" />
          <span class="button-text">{w.check}</span>
        </>
      }
    >
      {(close) => (
        <>
          <Field label={w.standard}>
            <select value={standard.value} onChange={(event) => (standard.value = event.currentTarget.value)}>
              {standards.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          <div class="menu-list">
            {offered.map((name) => (
              <button
                type="button"
                class="menu-item"
                key={name}
                disabled={running.busy.value}
                onClick={() => {
                  close();
                  void running.run(name, standard.value);
                }}
              >
                {title(name)}
              </button>
            ))}
          </div>
          <p class="muted small">{w.checkHint}</p>
        </>
      )}
    </Menu>
  );
}

function CheckPart({ check }: { check: Check }): JSX.Element {
  const shown = check.findings.filter((finding) => showDecided.value || isOpen(finding.status));
  const groups = new Map<string, FindingEntry[]>();
  for (const finding of shown) {
    const rule = ruleOf(finding);
    groups.set(rule, [...(groups.get(rule) ?? []), finding]);
  }
  const { run } = check;
  const head = scene.value?.head ?? run.revision;
  return (
    <Section title={title(run.tool)} n={shown.length}>
      <p class="muted pad">
        <Time at={run.at} />, <bdi>{run.agent_id || run.user_id}</bdi>, {w.atRevision(run.revision)}
        {run.revision < head && (
          <>
            {" "}
            ({plural(head - run.revision, "revision", "revisions")} {w.agoWord})
          </>
        )}
        {run.undecided > 0 && <>, {w.undecided(run.undecided)}</>}
      </p>
      {shown.length === 0 && <Empty>{run.findings === 0 ? w.foundNothing : w.allJudged(run.findings)}</Empty>}
      {[...groups].map(([rule, findings]) => (
        <div class="rule" key={rule}>
          <h4>
            <bdi>{rule}</bdi> <Count n={findings.length} />
          </h4>
          <ul class="plain">
            {findings.map((finding) => (
              <FindingRow key={finding.key} run={run.validation_run_id} finding={finding} />
            ))}
          </ul>
        </div>
      ))}
      {check.next && (
        <Button disabled={loadMore.busy.value} onClick={() => void loadMore.run(check)}>
          {w.loadMore}
        </Button>
      )}
    </Section>
  );
}

function ruleOf({ finding }: FindingEntry): string {
  if (finding.kind) return w.clashKinds[finding.kind] ?? title(finding.kind);
  const clause = finding.clause ? " " + finding.clause : "";
  if (finding.standard && finding.clause) return finding.standard + clause;
  return finding.rule ?? finding.specification_name ?? w.otherRule;
}

const severityIcons: Record<string, IconName> = { error: "error", warning: "warn", info: "info" };

function FindingRow({ run, finding }: { run: string; finding: FindingEntry }): JSX.Element {
  const severity = finding.finding.severity ?? "error";
  return (
    <li>
      <button type="button" class={"finding severity-" + severity} onClick={() => showFinding(run, finding)}>
        <span class="severity" title={w.severities[severity]}>
          <Icon name={severityIcons[severity] ?? "warn"} />
          <span class="hidden-text">{w.severities[severity]}: </span>
        </span>
        <span class="finding-text">
          <span>
            {finding.elements.map((element, i) => (
              <span key={element.element_id}>
                {i > 0 && ", "}
                <bdi>{element.name || w.unnamed(element.category)}</bdi>
              </span>
            ))}{" "}
            <bdi class="muted">{levelOf(finding)}</bdi>
          </span>
          <span class="muted" dir="auto">
            {summary(finding)}
          </span>
        </span>
        <span class={"finding-status status-" + finding.status}>{w.findingStatus[finding.status]}</span>
      </button>
    </li>
  );
}

function levelOf(finding: FindingEntry): string {
  const id = finding.finding.level_id ?? finding.elements[0]?.level_id;
  return scene.value?.levels.find((level) => level.id === id)?.name ?? "";
}

function summary({ finding }: FindingEntry): string {
  const unit = preferences.value.unit;
  if (finding.kind) {
    if (finding.distance !== undefined && finding.distance > 0) return w.gap(length(finding.distance, unit));
    return w.overlap(volume(finding.overlap_volume_m3 ?? 0, unit), length(finding.depth ?? 0, unit));
  }
  return raised(finding.message ?? "");
}

function One({ check, finding }: { check: Check; finding: FindingEntry }): JSX.Element {
  const open = viewer.value !== null && painted.value > 0;
  useEffect(() => {
    if (open) lightFinding(finding);
  }, [finding.key, open]);
  useEffect(() => () => void (spotlight.value = []), []);
  const { finding: found } = finding;
  const unit = preferences.value.unit;
  const level = levelOf(finding);
  const measured = found.measured === undefined ? "" : measuredText(found.measured, found.unit ?? "", unit);
  const back = (): void => {
    openFinding.value = { run: "", key: "" };
  };
  const severity = found.severity ?? "error";
  return (
    <div onKeyDown={onLetter}>
      <header class="subject">
        <Button kind="quiet" icon="left" label={w.backToList} onClick={back} />
        <div class="grow">
          <h2 dir="auto">{ruleOf(finding)}</h2>
          <p class="muted">{title(check.run.tool)}</p>
        </div>
        <Button
          icon="fit"
          label={w.showInPicture}
          onClick={() => showFinding(check.run.validation_run_id, finding)}
        />
      </header>
      <p class={"finding-message severity-" + severity} dir="auto">
        <Icon name={severityIcons[severity] ?? "warn"} /> {summary(finding)}
      </p>
      <Facts
        rows={[
          [w.severity, w.severities[severity]],
          [w.status, w.findingStatus[finding.status]],
          [
            w.elements,
            <span class="flow">
              {finding.elements.map((e) => (
                <ElementLink key={e.element_id} id={e.element_id} name={e.name} />
              ))}
            </span>,
          ],
          level ? [w.level, <bdi>{level}</bdi>] : null,
          measured ? [w.measured, measured] : null,
          found.required ? [w.required, raised(found.required)] : null,
          found.how ? [w.how, <span dir="auto">{raised(found.how)}</span>] : null,
          found.overlap_volume_m3 ? [w.overlapVolume, volume(found.overlap_volume_m3, unit)] : null,
          found.depth ? [w.depth, length(found.depth, unit)] : null,
          found.suggestion ? [w.suggestion, <span dir="auto">{found.suggestion}</span>] : null,
          [
            w.foundAt,
            <button type="button" class="link" onClick={() => go({ at: String(check.run.revision) })}>
              {w.atRevision(check.run.revision)}
            </button>,
          ],
        ]}
      />
      {finding.reason && (
        <>
          <h3>{w.saidBy(finding.user_id ?? "")}</h3>
          <Quote text={finding.reason} />
        </>
      )}
      <div class="actions pad">
        {can("add_task") && (
          <Button
            icon="task"
            onClick={() =>
              (taskFrom.value = {
                elements: finding.elements.map((e) => e.element_id),
                findings: [finding.key],
                title: ruleOf(finding),
              })
            }
          >
            {w.makeTask}
          </Button>
        )}
      </div>
      {can("update_finding") && <Judge finding={finding} />}
    </div>
  );
}

function measuredText(value: number, unit: string, lengths: "mm" | "m" | "ft-in"): string {
  if (unit === "mm") return length(value, lengths);
  if (unit === "yes") return value ? w.yes : w.no;
  return (
    value.toLocaleString("en", { maximumFractionDigits: 3 }) + (unit && unit !== "-" ? " " + raised(unit) : "")
  );
}

const statuses: FindingStatus[] = ["active", "reviewed", "approved", "resolved"];

function Judge({ finding }: { finding: FindingEntry }): JSX.Element {
  const [reason, setReason] = useState("");
  const mayApprove = session.value?.me.may.includes("APPROVE") ?? false;
  const offered = statuses.filter((status) => status !== finding.status && (status !== "approved" || mayApprove));
  return (
    <form class="decide" onSubmit={(event) => event.preventDefault()}>
      <h3>{w.setStatus}</h3>
      <Field label={w.comment} hint={w.commentNeeded}>
        <textarea
          rows={2}
          value={reason}
          maxLength={1000}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      <Trouble error={judging.trouble.value} />
      <div class="flow">
        {offered.map((status) => (
          <Button
            key={status}
            disabled={judging.busy.value || reason.trim() === "" || place.value.at !== ""}
            title={w.statusHints[status]}
            onClick={() => void judging.run([finding.key], status, reason).then((done) => done && setReason(""))}
          >
            {w.findingStatus[status]}
          </Button>
        ))}
      </div>
      {place.value.at !== "" && <p class="muted small">{w.onlyLive}</p>}
    </form>
  );
}
