package geometry

// UnitTolerance is how far the squared length of an axis may be from one, and the product of two axes from zero. At
// 1 km, half a millionth of a millionth... see docs.
const UnitTolerance = 1e-9
