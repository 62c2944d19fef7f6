// Package clash compares two solids. It finds whether they overlap, with the volume and the depth, whether one contains
// or repeats the other, whether they only touch, and their distance.
//
// Read [Examine] and [Finding]. The overlap is the boolean intersection of package csg, so flush faces are no overlap,
// at any angle. Distances are the exact minimum over the surfaces in double precision, exact to about a nanometre
// within 1 km; they come with their two end points.
//
// Callers decide which pairs of a model to compare, and which findings are intended (a door in its wall).
package clash
