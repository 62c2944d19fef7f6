// Package extent has the axis-parallel [Box] for the kernels that compute in float64: the booleans of geometry/csg and
// the hidden lines of geometry/linework. The unit of a box is the unit of the points in it. The box of the model
// itself, in whole micrometres, is geometry.Box.
package extent
