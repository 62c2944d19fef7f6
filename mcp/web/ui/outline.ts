// The tree of the elements, as the rows that it shows: pure, so that it can be tested alone.
import type { Level, Rows } from "./api";

export type Grouping = "storeys" | "categories";

export interface Row {
  key: string;
  parent: string;
  kind: "level" | "category" | "element";
  depth: number; // from 1
  text: string;
  level: number;
  category: string;
  id: string; // of an element
  count: number; // elements below
  open: boolean | null; // null: nothing below
  place: number; // among its siblings, from 1
  siblings: number;
}

interface Group {
  key: string;
  text: string;
  members: Map<number | string, number[]>; // rows by the second group
  count: number;
}

export interface Outline {
  rows: Row[];
  shown: number; // elements that the filter lets through
  total: number;
  ids(row: Row): string[];
}

/** The rows of a tree: two groups, then elements, those of the open ones. A filter opens what it finds. */
export function outline(
  rows: Rows,
  levels: readonly Level[],
  grouping: Grouping,
  open: ReadonlySet<string>,
  filter: string,
): Outline {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (i: number): boolean => {
    if (words.length === 0) return true;
    const level = levels[rows.levels[i] ?? -1]?.name ?? "";
    const text = (
      rows.names[i] +
      " " +
      rows.categories[i]!.replaceAll("_", " ") +
      " " +
      level +
      " " +
      rows.ids[i]
    ).toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const groups = new Map<number | string, Group>();
  let shown = 0;
  rows.ids.forEach((_, i) => {
    if (!fits(i)) return;
    shown++;
    const level = rows.levels[i] ?? -1;
    const category = rows.categories[i] ?? "";
    const [first, second] = grouping === "storeys" ? [level, category] : [category, level];
    const group = groups.get(first) ?? { key: "g:" + first, text: "", members: new Map(), count: 0 };
    groups.set(first, group);
    group.count++;
    const members = group.members.get(second);
    if (members) members.push(i);
    else group.members.set(second, [i]);
  });
  // Storeys that hold nothing are there as well: a model may begin with them.
  if (grouping === "storeys" && words.length === 0) {
    levels.forEach((_, i) => {
      if (!groups.has(i)) groups.set(i, { key: "g:" + i, text: "", members: new Map(), count: 0 });
    });
  }
  const members = new Map<string, number[]>();
  const out: Row[] = [];
  const isOpen = (key: string): boolean => words.length > 0 || open.has(key);
  const sortedGroups = sorted([...groups.entries()], grouping === "storeys", levels);
  sortedGroups.forEach(([first, group], g) => {
    const level = grouping === "storeys" ? (first as number) : -2;
    const category = grouping === "categories" ? (first as string) : "";
    members.set(group.key, [...group.members.values()].flat());
    out.push({
      key: group.key,
      parent: "",
      kind: grouping === "storeys" ? "level" : "category",
      depth: 1,
      text: nameOf(first, levels),
      level,
      category,
      id: "",
      count: group.count,
      open: group.count > 0 ? isOpen(group.key) : null,
      place: g + 1,
      siblings: sortedGroups.length,
    });
    if (!isOpen(group.key)) return;
    const seconds = sorted([...group.members.entries()], grouping === "categories", levels);
    seconds.forEach(([second, list], s) => {
      const key = group.key + "/" + second;
      members.set(key, list);
      out.push({
        key,
        parent: group.key,
        kind: grouping === "storeys" ? "category" : "level",
        depth: 2,
        text: nameOf(second, levels),
        level: grouping === "storeys" ? level : (second as number),
        category: grouping === "storeys" ? (second as string) : category,
        id: "",
        count: list.length,
        open: isOpen(key),
        place: s + 1,
        siblings: seconds.length,
      });
      if (!isOpen(key)) return;
      const byName = [...list].sort((a, b) => compareNames(rows.names[a]!, rows.names[b]!));
      byName.forEach((i, e) =>
        out.push({
          key: rows.ids[i]!,
          parent: key,
          kind: "element",
          depth: 3,
          text: rows.names[i]!,
          level: rows.levels[i] ?? -1,
          category: rows.categories[i]!,
          id: rows.ids[i]!,
          count: 0,
          open: null,
          place: e + 1,
          siblings: list.length,
        }),
      );
    });
  });
  return {
    rows: out,
    shown,
    total: rows.ids.length,
    ids: (row) => (row.id ? [row.id] : (members.get(row.key) ?? []).map((i) => rows.ids[i]!)),
  };
}

function nameOf(group: number | string, levels: readonly Level[]): string {
  if (typeof group === "string") return group;
  return levels[group]?.name ?? "";
}

function sorted<T>(
  entries: [number | string, T][],
  byLevel: boolean,
  levels: readonly Level[],
): [number | string, T][] {
  const height = (key: number | string): number => levels[key as number]?.elevation ?? Infinity;
  return entries.sort(([a], [b]) => (byLevel ? height(a) - height(b) : compareNames(String(a), String(b))));
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Names in the order that people count: W2 before W10. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}
