package geometry

// MitreLimit is the greatest distance of an offset corner from the original one, in widths of the offset. 10 keeps the
// mitres of angles above 11.5 degrees (1/sin(5.75) = 10), sharper than walls meet, and stops spikes of no use.
const MitreLimit = 10

// UnitTolerance is how far the square of an axis may be from one, and the product of two axes from zero. A skew of 1e-9
// moves a point 1 km from the origin by one micrometre, the step of the grid; axes made by this package keep 4e-16.
const UnitTolerance = 1e-9
