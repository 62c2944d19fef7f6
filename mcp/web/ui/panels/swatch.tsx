// The sign of a colour: each has a letter or sign as well, so that colour never stands alone.
import type { JSX } from "preact";
import type { Change } from "../api";
import { css, type Colour } from "../palette.ts";

export const signOf: Record<Change, string> = { added: "+", modified: "~", deleted: "−", derived: "›" };

export function Swatch({ colour, sign = "" }: { colour: Colour; sign?: string }): JSX.Element {
  return (
    <svg class="swatch" viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <rect width="14" height="14" rx="2" style={{ fill: css(colour) }} />
      {sign && (
        <text x="7" y="11" text-anchor="middle">
          {sign}
        </text>
      )}
    </svg>
  );
}
