// The tree of storeys or categories: a WAI-ARIA tree with a roving tab stop, of which only the rows in sight are made.
import { signal } from "@preact/signals";
import type { JSX, TargetedKeyboardEvent } from "preact";
import { useMemo, useRef } from "preact/hooks";
import * as look from "../appearance.ts";
import { levelName } from "../elements.ts";
import { count, title } from "../format.ts";
import { fitTo } from "../navigate.ts";
import { outline, type Grouping, type Outline, type Row } from "../outline.ts";
import { preferences } from "../preferences.ts";
import { scene } from "../scene.ts";
import { hovered, select, selection, toggle } from "../selection.ts";
import { w } from "../words.ts";
import { Icon } from "./icon.tsx";
import { Button, Empty } from "./parts.tsx";
import { Spacer, useInSight, useWindow } from "./rows.tsx";

const rowHeight = 26;
const filter = signal("");
const flipped = signal<ReadonlySet<string>>(new Set()); // rows that are not as they are at first
const focused = signal("");

export function Tree({ grouping }: { grouping: Grouping }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const state = scene.value;
  const shown = useMemo(
    () =>
      state && outline(state.rows, state.levels, grouping, openRows(state.levels.length, grouping), filter.value),
    [state, grouping, flipped.value, filter.value],
  );
  const rows = shown?.rows ?? [];
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === focused.value),
  );
  const sight = useWindow(box, rows.length, rowHeight);
  useInSight(box, focused.value ? at : -1, rowHeight);
  return (
    <div class="tree-panel">
      <div class="filter">
        <Icon name="filter" />
        <input
          type="search"
          class="filter-input"
          placeholder={w.filter}
          aria-label={w.filterElements}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <span class="muted nowrap" role="status">
          {shown ? w.shownOf(shown.shown, shown.total) : ""}
        </span>
      </div>
      {shown && rows.length === 0 && (
        <Empty>
          {shown.total === 0 ? w.modelEmpty : w.filterHides(shown.total)}{" "}
          {shown.total > 0 && (
            <Button kind="plain" onClick={() => (filter.value = "")}>
              {w.clearFilter}
            </Button>
          )}
        </Empty>
      )}
      <div
        class="tree"
        ref={box}
        role="tree"
        aria-label={grouping === "storeys" ? w.storeys : w.categories}
        aria-multiselectable="true"
        onKeyDown={(event) => shown && onKey(event, shown, at)}
        onMouseLeave={() => (hovered.value = null)}
      >
        <Spacer height={sight.before} />
        {rows.slice(sight.first, sight.last).map((row, i) => (
          <TreeRow key={row.key} row={row} shown={shown!} stop={sight.first + i === at} />
        ))}
        <Spacer height={sight.after} />
      </div>
      {look.somethingHidden.value && (
        <div class="notice">
          <Icon name="eyeOff" />
          <span>{look.storey.value ? w.onlyStorey(look.storey.value) : w.partsHidden}</span>
          <Button kind="quiet" onClick={look.showAll}>
            {w.showAll}
          </Button>
        </div>
      )}
    </div>
  );
}

function TreeRow({ row, shown, stop }: { row: Row; shown: Outline; stop: boolean }): JSX.Element {
  const chosen = row.id !== "" && selection.value.includes(row.id);
  const hidden = isHidden(row, shown);
  const text = textOf(row);
  return (
    <div
      role="treeitem"
      class={"tree-row depth-" + row.depth + (hidden ? " is-hidden" : "")}
      data-key={row.key}
      aria-level={row.depth}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-selected={chosen}
      {...(row.open === null ? {} : { "aria-expanded": row.open })}
      tabIndex={stop ? 0 : -1}
      onFocus={() => (focused.value = row.key)}
      onMouseEnter={() => (hovered.value = row.id || null)}
      onDblClick={() => fitTo(shown.ids(row))}
      onClick={(event) => {
        focused.value = row.key;
        event.currentTarget.focus();
        if (row.id) {
          if (event.ctrlKey || event.metaKey || event.shiftKey) toggle(row.id);
          else select([row.id]);
        } else expand(row, row.open !== true);
      }}
    >
      <span class="twist">{row.open !== null && <Icon name={row.open ? "down" : "right"} />}</span>
      <span class="tree-text" dir="auto">
        {text}
      </span>
      {row.count > 0 && <span class="count">{count(row.count)}</span>}
      {row.kind === "level" && row.depth === 1 && row.text !== "" && (
        <button
          type="button"
          class="row-button"
          tabIndex={-1}
          title={w.onlyThis}
          aria-label={w.onlyThisOf(text)}
          aria-pressed={look.storey.value === row.text}
          onClick={(event) => {
            event.stopPropagation();
            look.storey.value = look.storey.value === row.text ? "" : row.text;
          }}
        >
          <Icon name="only" />
        </button>
      )}
      <button
        type="button"
        class="row-button eye"
        tabIndex={-1}
        aria-pressed={hidden}
        title={hidden ? w.show : w.hide}
        aria-label={hidden ? w.showOf(text) : w.hideOf(text)}
        onClick={(event) => {
          event.stopPropagation();
          setHidden(row, shown, !hidden);
        }}
      >
        <Icon name={hidden ? "eyeOff" : "eye"} />
      </button>
    </div>
  );
}

function textOf(row: Row): string {
  if (row.kind === "category") return title(row.text);
  if (row.kind === "level") return row.text || w.noLevel;
  return row.text || w.unnamed(row.category);
}

function levelId(row: Row): string {
  return scene.value?.levels[row.level]?.id ?? "";
}

function isHidden(row: Row, shown: Outline): boolean {
  const only = look.storey.value;
  if (only !== "" && row.level !== -2 && levelName(row.level) !== only) return true;
  if (row.level !== -2 && look.hiddenLevels.value.has(levelId(row))) return true;
  if (row.category !== "" && look.hiddenCategories.value.has(row.category)) return true;
  const hidden = look.hiddenElements.value;
  if (hidden.size === 0) return false;
  if (row.id) return hidden.has(row.id);
  const ids = shown.ids(row);
  return ids.length > 0 && ids.every((id) => hidden.has(id));
}

function setHidden(row: Row, shown: Outline, hidden: boolean): void {
  if (row.depth === 1 && row.kind === "category") {
    look.hiddenCategories.value = withItem(look.hiddenCategories.value, row.category, hidden);
    return;
  }
  if (row.depth === 1 && row.kind === "level") {
    look.hiddenLevels.value = withItem(look.hiddenLevels.value, levelId(row), hidden);
    if (!hidden && look.storey.value !== row.text) look.storey.value = "";
    return;
  }
  const ids = shown.ids(row);
  if (!hidden) {
    look.hiddenCategories.value = withItem(look.hiddenCategories.value, row.category, false);
    look.hiddenLevels.value = withItem(look.hiddenLevels.value, levelId(row), false);
  }
  const next = new Set(look.hiddenElements.value);
  for (const id of ids) {
    if (hidden) next.add(id);
    else next.delete(id);
  }
  look.hiddenElements.value = next;
}

function withItem(set: ReadonlySet<string>, item: string, present: boolean): ReadonlySet<string> {
  return set.has(item) === present ? set : look.toggled(set, item);
}

function expand(row: Row, open: boolean): void {
  if (row.open === null || row.open === open || filter.value !== "") return;
  flipped.value = look.toggled(flipped.value, row.key);
}

const fewStoreys = 6;

/** At first the storeys of a model with few of them are open, so that the tree says something. */
function openRows(levels: number, grouping: Grouping): ReadonlySet<string> {
  const rows = new Set(flipped.value);
  if (grouping === "storeys" && levels <= fewStoreys) {
    for (let i = 0; i < levels; i++) {
      if (!rows.delete("g:" + i)) rows.add("g:" + i);
    }
  }
  return rows;
}

function onKey(event: TargetedKeyboardEvent<HTMLElement>, shown: Outline, at: number): void {
  const row = shown.rows[at];
  if (!row || event.altKey || event.metaKey) return;
  const tree = event.currentTarget;
  const goTo = (i: number): void => {
    const next = shown.rows[Math.max(0, Math.min(shown.rows.length - 1, i))];
    if (!next) return;
    focused.value = next.key;
    requestAnimationFrame(() => tree.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus());
  };
  const page = Math.max(1, Math.floor(tree.clientHeight / rowHeight) - 1);
  const acts: Record<string, () => void> = {
    ArrowDown: () => goTo(at + 1),
    ArrowUp: () => goTo(at - 1),
    PageDown: () => goTo(at + page),
    PageUp: () => goTo(at - page),
    Home: () => goTo(0),
    End: () => goTo(shown.rows.length - 1),
    ArrowRight: () => (row.open === false ? expand(row, true) : row.open ? goTo(at + 1) : undefined),
    ArrowLeft: () =>
      row.open ? expand(row, false) : goTo(shown.rows.findIndex((other) => other.key === row.parent)),
    Enter: () => (event.ctrlKey && row.id ? toggle(row.id) : select(shown.ids(row))),
    " ": () => (row.id ? toggle(row.id) : select(shown.ids(row))),
  };
  if (preferences.value.letters && !event.ctrlKey) {
    acts["h"] = () => setHidden(row, shown, !isHidden(row, shown));
    acts["i"] = () => look.isolate(shown.ids(row));
    acts["f"] = () => fitTo(shown.ids(row));
  }
  const act = acts[event.key];
  if (!act || (event.target as HTMLElement).closest("input")) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Begins with another model. */
export function beginTree(): void {
  flipped.value = new Set();
  filter.value = "";
  focused.value = "";
}
