package geometry

// MitreLimit is the greatest distance of an offset corner from the original one, in widths of the offset. 10 keeps the
// mitres of angles above 11.5 degrees (1/sin(5.75) = 10), sharper than walls meet, and stops spikes of no use.
const MitreLimit = 10

// UnitTolerance is how far the square of an axis may be from one, and the product of two axes from zero. A skew of 1e-9
// moves a point 1 km from the origin by one micrometre, the step of the grid; axes made by this package keep 4e-16.
const UnitTolerance = 1e-9

// SeamGap is how far the corners of neighbouring facets may miss each other in plan. A line through two rounded points
// is off by up to 0.71 um, and so is the corner where it is cut off at another one; when both cross at no less than 2
// degrees, the corner is off by (0.71 + 0.71 + 0.71) / sin 2 = 61 um at worst. Neighbours that err by chance rather
// than at worst stay within 50 um, far below what is built.
const SeamGap = 50 * Micrometre

// SeamTolerance is how far two facets may miss each other in height over a common vertex. The vertex is off the line in
// which their planes meet by at most SeamGap; with slopes of 75 degrees (tangent 3.73) falling to both sides that is
// 50 * 2 * 3.73 = 373 um.
const SeamTolerance = 400 * Micrometre

// ChordTolerance is how far the polygon that stands for a circle may lie inside it. A quarter of a millimetre is below
// what is built or drawn, gives a 300 mm column 56 sides and loses 0.2 % of its area; Profile.Area has no such loss.
const ChordTolerance = 250 * Micrometre
