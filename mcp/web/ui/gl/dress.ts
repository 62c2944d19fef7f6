// How elements are drawn: it keeps what the page has asked for, and writes it to the state texture.
import type { Rows } from "./rows.ts";
import { type State, before, coloured, fading, ghost, hidden, hovered, room, selected } from "./state.ts";
import type { Style } from "./types.ts";

export type StyleOf = (id: string, category: string, level: number) => Style | null;

export class Dress {
  private styleOf: StyleOf = () => null;
  ghosts = false; // some elements may be drawn as ghosts
  private chosen = new Set<string>();
  private under: string | null = null;
  private differing = new Set<string>();

  constructor(private readonly rows: Rows, private readonly state: State) {}

  /** Takes over what was asked for of another table. */
  inherit(other: Dress): void {
    this.styleOf = other.styleOf;
    this.chosen = other.chosen;
  }

  style(of: StyleOf): void {
    this.styleOf = of;
    this.all();
  }

  /** Writes the flags and the colour of an element. */
  row(row: number): void {
    const [id, category] = [this.rows.ids[row]!, this.rows.categories[row]!];
    const style = this.styleOf(id, category, this.rows.levels[row]!);
    let flags = category === "room" ? room : 0;
    flags |= style?.hidden ? hidden : 0;
    flags |= style?.ghost ? ghost : 0;
    flags |= style?.colour ? coloured : 0;
    flags |= this.chosen.has(id) ? selected : 0;
    flags |= this.under === id ? hovered : 0;
    flags |= this.differing.has(id) ? fading : 0;
    this.ghosts ||= (flags & ghost) !== 0;
    this.state.setFlags(row, flags);
    if (style?.colour) {
      this.state.setColour(row, style.colour);
    }
  }

  all(): void {
    this.ghosts = false;
    for (const row of this.rows.all()) {
      this.row(row);
    }
  }

  /** A body of the state before has the page's style, else as a ghost the colour that says what became of it. */
  ghostly(row: number, colour: readonly [number, number, number]): void {
    const [id, category] = [this.rows.ids[row]!, this.rows.categories[row]!];
    const style = this.styleOf(id, category, this.rows.levels[row]!);
    this.state.setFlags(row, before | coloured | (category === "room" ? room : 0) | (style?.hidden ? hidden : 0) |
      (style?.colour ? 0 : fading));
    this.state.setColour(row, style?.colour ?? colour);
  }

  bury(row: number): void {
    this.state.setFlags(row, hidden);
  }

  select(ids: readonly string[]): void {
    const next = new Set(ids);
    const changed = [...this.chosen].filter((id) => !next.has(id)).concat(ids.filter((id) => !this.chosen.has(id)));
    this.chosen = next;
    this.mark(changed, selected, (id) => next.has(id));
  }

  hasSelection(): boolean {
    return this.chosen.size > 0;
  }

  /** Lights an element up; false when it was lit already. */
  hover(id: string | null): boolean {
    if (id === this.under) {
      return false;
    }
    const changed = [this.under, id].filter((one) => one !== null);
    this.under = id;
    this.mark(changed, hovered, (one) => one === id);
    return true;
  }

  /** Says which elements differ from the state before: they are those that fade. */
  differ(ids: readonly string[]): void {
    const last = this.differing;
    this.differing = new Set(ids);
    this.mark([...last, ...ids], fading, (id) => this.differing.has(id));
  }

  differs(): boolean {
    return this.differing.size > 0;
  }

  private mark(ids: readonly string[], mask: number, on: (id: string) => boolean): void {
    for (const id of ids) {
      const row = this.rows.find(id);
      if (row >= 0) {
        this.state.mark(row, mask, on(id));
      }
    }
  }
}
