// Package extent has the axis-parallel box of the kernels that reckon in float64: the booleans of geometry/csg and the
// hidden lines of geometry/linework. [Box] is all of it. Its unit is that of the points that it is extended by. The box
// of the model itself, in whole micrometres, is geometry.Box.
package extent
