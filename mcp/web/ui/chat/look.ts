// How elements are drawn: one function of one element, of what the view is about and what the reader has switched on
// and off. Pure.
import type { Change, Delta } from "../api";
import type { Style } from "../gl/types";
import { added, deleted, derived, first, modified, second, type Colour } from "../palette.ts";

export const changeColours: Record<Change, Colour> = { added, modified, deleted, derived };

/** Colours of the two of a clash: red and blue, as in the field's other programs. */
export const pairColours: readonly [Colour, Colour] = [first, second];

/** Air, voids and what has no body of its own: not drawn unless the picture was asked for it. */
const airy = new Set(["room", "opening", "zone", "system", "constraint"]);

export interface Show {
  levels: ReadonlySet<number>; // places of storeys that are switched off, -1 for what is on none
  only: ReadonlySet<string> | null; // ids of what was asked for; null: all
  rooms: boolean; // they were asked for
  highlight: ReadonlySet<string>;
  pair: readonly string[]; // of a clash
  changes: ReadonlyMap<string, Change> | null; // null: nothing is compared
  kinds: ReadonlySet<Change>; // of changes that are coloured
  selected: ReadonlySet<string>;
  ghosts: boolean; // all but the selected are ghosts
}

export function styleOf(show: Show): (id: string, category: string, level: number) => Style | null {
  return (id, category, level) => {
    const at = show.pair.indexOf(id);
    if (at >= 0) return { colour: pairColours[Math.min(at, 1)]! };
    const isSelected = show.selected.has(id);
    const change = show.changes?.get(id);
    if (airy.has(category) && !isSelected && !show.highlight.has(id) && !(show.rooms && show.only?.has(id))) {
      return { hidden: true };
    }
    if (show.levels.has(level)) return { hidden: true };
    if (show.only && !show.only.has(id) && !isSelected) return { hidden: true };
    if (change && show.kinds.has(change) && !(show.ghosts && show.selected.size > 0 && !isSelected))
      return { colour: changeColours[change] };
    const backdrop =
      show.pair.length > 0 ||
      show.changes !== null ||
      (show.highlight.size > 0 && !show.highlight.has(id)) ||
      (show.ghosts && show.selected.size > 0);
    return backdrop && !isSelected ? { ghost: true } : null;
  };
}

/** What of a difference has a colour: not what follows from others and looks as it did. */
export function coloured(delta: Delta): Map<string, Change> {
  const seen = ["geometry", "place"];
  return new Map(
    delta.changes
      .filter(({ change, facets }) => change !== "derived" || facets.some((facet) => seen.includes(facet)))
      .map(({ id, change }) => [id, change]),
  );
}

export function counted(delta: Delta | null): Record<Change, number> {
  const counts: Record<Change, number> = { added: 0, modified: 0, deleted: 0, derived: 0 };
  for (const { change } of delta?.changes ?? []) counts[change]++;
  return counts;
}
