// What differs between two states, element by element, from the lowest storey up.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Delta } from "../api";
import { changesShown } from "../appearance.ts";
import { changeCounts, comparing, comparisonTrouble, difference, sortedChanges } from "../difference.ts";
import { plural, title, words } from "../format.ts";
import { onLetter } from "../keys.ts";
import { goToElement, stepDifference, toggleComparison } from "../navigate.ts";
import { go, model, place } from "../place.ts";
import { plan } from "../scene.ts";
import { hovered, selection } from "../selection.ts";
import { w } from "../words.ts";
import { ChangeFilters } from "./legend.tsx";
import { signOf } from "./swatch.tsx";
import { Button, Empty, Time, Trouble } from "./parts.tsx";
import { useInSight, useWindow } from "./rows.tsx";

const rowHeight = 40;

/** Other states that a comparison can be with, by what to write after diff=. */
function points(): { value: string; text: string }[] {
  const { branch, diff } = place.value;
  const tags = (model.value?.tags ?? []).map((tag) => ({
    value: tag.branch === branch ? tag.name : tag.branch + "@" + tag.name,
    text: w.tagPoint(tag.name),
  }));
  const heads = (model.value?.branches ?? [])
    .filter((other) => other.name !== branch && !other.archived)
    .map((other) => ({ value: other.name + "@" + other.head, text: w.branchPoint(other.name) }));
  const known = [...tags, ...heads];
  if (diff !== "" && !known.some((one) => one.value === diff)) {
    known.unshift({ value: diff, text: /^\d+$/.test(diff) ? w.revisionPoint(Number(diff)) : diff });
  }
  return known;
}

function CompareWith(): JSX.Element {
  return (
    <label class="field pad">
      <span>{w.compareWith}</span>
      <select value={place.value.diff} onChange={(event) => go({ diff: event.currentTarget.value })}>
        <option value="">{w.nothing}</option>
        {points().map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function DiffPanel(): JSX.Element {
  const delta = difference.value;
  if (!delta) {
    return (
      <>
        <header class="subject">
          <h2>{w.comparison}</h2>
        </header>
        <CompareWith />
        <Trouble error={comparisonTrouble.value} />
        {comparing.value ? (
          <p class="muted pad" role="status">
            {w.loading}
          </p>
        ) : (
          <Empty>
            {w.notCompared}{" "}
            <Button kind="plain" icon="compare" onClick={toggleComparison}>
              {w.compare}
            </Button>
          </Empty>
        )}
      </>
    );
  }
  return (
    <>
      <header class="subject">
        <div>
          <h2>{w.comparison}</h2>
          <p class="muted">
            <Point moment={delta.from} /> → {plan.value ? w.planShort : <Point moment={delta.to} />}
          </p>
        </div>
        {!plan.value && <Button icon="close" label={w.compareOff} onClick={() => go({ diff: "" })} />}
      </header>
      {!plan.value && <CompareWith />}
      {delta.reload ? <Empty>{w.differsTooMuch}</Empty> : <DiffList />}
    </>
  );
}

function Point({ moment }: { moment: Delta["from"] }): JSX.Element {
  const elsewhere = moment.branch !== place.value.branch;
  return (
    <span class="nowrap">
      {elsewhere && (
        <>
          <bdi>{moment.branch}</bdi>@
        </>
      )}
      {moment.revision < 0 ? w.beginning : moment.revision}
      {moment.at && (
        <>
          {" "}
          (<Time at={moment.at} />)
        </>
      )}
    </span>
  );
}

/** The list itself, which approvals show as well. */
export function DiffList(): JSX.Element {
  const box = useRef<HTMLUListElement>(null);
  const list = sortedChanges.value.filter((change) => changesShown.value.has(change.change));
  const total = sortedChanges.value.length;
  const at = list.findIndex((change) => change.id === selection.value[0]);
  const sight = useWindow(box, list.length, rowHeight);
  useInSight(box, at, rowHeight);
  return (
    <div class="diff">
      <ChangeFilters counts={changeCounts.value} wanted={changesShown.value} />
      <div class="filter">
        <span class="muted" role="status">
          {list.length === total ? plural(total, "difference", "differences") : w.shownOf(list.length, total)}
        </span>
        <Button
          kind="quiet"
          icon="left"
          label={w.previousChange}
          disabled={list.length === 0}
          onClick={() => stepDifference(-1)}
        />
        <Button
          kind="quiet"
          icon="right"
          label={w.nextChange}
          disabled={list.length === 0}
          onClick={() => stepDifference(1)}
        />
      </div>
      {list.length === 0 && <Empty>{total === 0 ? w.noDifference : w.filterHides(total)}</Empty>}
      <ul
        class="diff-list"
        ref={box}
        onKeyDown={onLetter}
        onMouseLeave={() => (hovered.value = null)}
        style={{ paddingTop: sight.before + "px", paddingBottom: sight.after + "px" }}
      >
        {list.slice(sight.first, sight.last).map((change, i) => (
          <li key={change.id} aria-setsize={list.length} aria-posinset={sight.first + i + 1}>
            <button
              type="button"
              class={"diff-row" + (sight.first + i === at ? " is-chosen" : "")}
              onClick={() => goToElement(change.id)}
              onMouseEnter={() => (hovered.value = change.id)}
            >
              <span class={"sign " + change.change} title={w.kindHints[change.change]}>
                {signOf[change.change]}
              </span>
              <span class="diff-name">
                <bdi>{change.name || w.unnamed(change.category)}</bdi>
                <span class="muted">
                  {title(change.category)}
                  {change.level && ", "}
                  <bdi>{change.level}</bdi>
                </span>
              </span>
              <span class="muted diff-facets">
                {change.facets.map(words).join(", ") || w.kinds[change.change].toLowerCase()}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
