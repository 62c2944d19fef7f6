// Search of the elements of the shown state: a combobox with a list box.
import { signal } from "@preact/signals";
import type { JSX, TargetedKeyboardEvent } from "preact";
import { useMemo } from "preact/hooks";
import { elementAt, levelName, type Element } from "../elements.ts";
import { title } from "../format.ts";
import { goToElement } from "../navigate.ts";
import { openPanel } from "../route.ts";
import { scene } from "../scene.ts";
import { w } from "../words.ts";
import { Icon } from "./icon.tsx";

const text = signal("");
const open = signal(false);
const active = signal(0);
const most = 12;
// The types of Preact want a datalist with this role; a list box will do.
const combobox = { role: "combobox" } as object;

interface Found {
  list: Element[];
  total: number;
}

function find(asked: string): Found {
  const rows = scene.value?.rows;
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (!rows || words.length === 0) return { list: [], total: 0 };
  const hits: { i: number; rank: number }[] = [];
  rows.ids.forEach((id, i) => {
    const name = (rows.names[i] ?? "").toLowerCase();
    const all =
      name + " " + rows.categories[i]!.replaceAll("_", " ") + " " + levelName(rows.levels[i] ?? -1).toLowerCase();
    if (!words.every((word) => all.includes(word)) && !(words.length === 1 && id.startsWith(words[0]!))) return;
    hits.push({ i, rank: name === words[0] ? 0 : name.startsWith(words[0]!) ? 1 : 2 });
  });
  hits.sort((a, b) => a.rank - b.rank || a.i - b.i);
  return { list: hits.slice(0, most).map((hit) => elementAt(hit.i)!), total: hits.length };
}

export function Search(): JSX.Element {
  const found = useMemo(() => find(text.value), [text.value, scene.value]);
  const shown = open.value && text.value.trim() !== "";
  const take = (element: Element | undefined): void => {
    if (!element) return;
    open.value = false;
    openPanel("element");
    goToElement(element.id);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const last = found.list.length - 1;
    if (event.key === "ArrowDown") active.value = Math.min(last, active.value + 1);
    else if (event.key === "ArrowUp") active.value = Math.max(0, active.value - 1);
    else if (event.key === "Enter") take(found.list[active.value]);
    else if (event.key === "Escape") {
      if (!shown) document.getElementById("canvas")?.focus();
      open.value = false;
    } else return;
    event.preventDefault();
  };
  return (
    <div class="search">
      <Icon name="search" />
      <input
        id="search"
        type="search"
        {...combobox}
        placeholder={w.search}
        aria-label={w.searchElements}
        aria-expanded={shown}
        aria-controls="search-list"
        aria-autocomplete="list"
        autocomplete="off"
        {...(shown && found.list.length > 0 ? { "aria-activedescendant": "found-" + active.value } : {})}
        value={text.value}
        onKeyDown={onKeyDown}
        onFocus={() => (open.value = true)}
        onBlur={() => (open.value = false)}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          active.value = 0;
          open.value = true;
        }}
      />
      <div class="found" hidden={!shown}>
        <ul id="search-list" role="listbox" aria-label={w.found}>
          {found.list.map((element, i) => (
            <li
              key={element.id}
              id={"found-" + i}
              role="option"
              aria-selected={i === active.value}
              onPointerDown={(event) => {
                event.preventDefault();
                take(element);
              }}
            >
              <bdi>{element.name || w.unnamed(element.category)}</bdi>
              <span class="muted">
                {title(element.category)}
                {element.level >= 0 && ", "}
                <bdi>{levelName(element.level)}</bdi>
              </span>
            </li>
          ))}
        </ul>
        <p class="muted small">{w.foundCount(found.list.length, found.total)}</p>
      </div>
    </div>
  );
}
