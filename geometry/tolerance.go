package geometry

// MitreLimit is the greatest distance of an offset corner from the original one, in widths of the offset. 10 keeps the
// mitres of angles above 11.5 degrees (1/sin(5.75) = 10), sharper than walls meet, and stops spikes of no use.
const MitreLimit = 10

// UnitTolerance is how far the square of an axis may be from one, and the product of two axes from zero. A skew of 1e-9
// moves a point 1 km from the origin by one micrometre, the step of the grid; axes made by this package keep 4e-16.
const UnitTolerance = 1e-9

// SeamTolerance is how far two facets may miss each other in height over a common vertex. A vertex in plan is off by at
// most 1 um along each axis (rounded input and snapped crossing, half a micrometre each), hence by 1.42 um; on slopes up
// to 75 degrees (tangent 3.74) that is 5.3 um for each facet, 10.6 for two that fall apart, and with the rounding of
// both origins and heights 12.6 um.
const SeamTolerance = 13 * Micrometre

// ChordTolerance is how far the polygon that stands for a circle may lie inside it. A quarter of a millimetre is below
// what is built or drawn, gives a 300 mm column 56 sides and loses 0.2 % of its area; Profile.Area has no such loss.
const ChordTolerance = 250 * Micrometre
