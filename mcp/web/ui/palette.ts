// Colours of the scene. Fills are those of Okabe and Ito, which people with the common colour blindnesses tell apart;
// each has a sign as well, so that colour never stands alone.

export type Colour = [number, number, number];

export const added: Colour = [0, 158, 115];
export const modified: Colour = [230, 159, 0];
export const deleted: Colour = [213, 94, 0];
export const derived: Colour = [150, 196, 222];
export const first: Colour = [213, 94, 0];
export const second: Colour = [0, 114, 178];
export const third: Colour = [204, 121, 167];
export const fresh: Colour = [240, 228, 66];

/** Colours for groups that have no meaning of their own, in an order that keeps neighbours apart. */
export const groups: Colour[] = [
  [0, 114, 178],
  [230, 159, 0],
  [0, 158, 115],
  [204, 121, 167],
  [86, 180, 233],
  [213, 94, 0],
  [153, 153, 153],
  [240, 228, 66],
  [123, 97, 168],
  [110, 139, 61],
  [160, 82, 45],
  [0, 139, 139],
];

export function css(colour: Colour): string {
  return "rgb(" + colour.join(" ") + ")";
}
