package geometry

// MitreLimit is the greatest distance of an offset corner from the original corner, as a multiple of the offset. 10
// keeps the mitres of all angles above 11.5 degrees (1/sin(5.75) = 10). Corners of walls are less sharp, and sharper
// corners would become useless spikes.
const MitreLimit = 10

// UnitTolerance is the greatest difference of the squared length of an axis from one, and of the dot product of two
// axes from zero. A skew of 1e-9 moves a point 1 km from the origin by one micrometre, the step of the grid; the axes
// that this package makes are exact to 4e-16.
const UnitTolerance = 1e-9

// SeamGap is the greatest distance in plan between corners of neighbouring facets that should coincide. A line through
// two rounded points is off by up to 0.71 um. A corner at which another line cuts it is off by as much. If both cross
// at no less than 2 degrees, the corner is off by (0.71 + 0.71 + 0.71) / sin 2 = 61 um at worst. Typical neighbours are
// within 50 um, far less than the precision of building.
const SeamGap = 50 * Micrometre

// SeamTolerance is the greatest difference in height between two facets over a common vertex. The vertex is at most
// SeamGap off the line in which their planes meet; with slopes of 75 degrees (tangent 3.73) falling to both sides that
// is 50 * 2 * 3.73 = 373 um.
const SeamTolerance = 400 * Micrometre

// ChordTolerance is the greatest distance of a circle's polygon inside the circle. A quarter of a millimetre is less
// than the precision of building and drawing. It gives a 300 mm column 56 sides and loses 0.2 % of its area;
// Profile.Area has no such loss.
const ChordTolerance = 250 * Micrometre
