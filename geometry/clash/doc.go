// Package clash examines how two solids lie to each other: whether they overlap, by how much and how deep, whether one
// contains or repeats the other, whether they only touch, and how far apart they are.
//
// Read [Examine] and [Finding]. The overlap is the boolean intersection of package csg, so faces that are flush are no
// overlap, at any angle. Distances are the exact minimum over the surfaces in double precision, right to about a
// nanometre within 1 km; they come with the two points between which they are measured.
//
// Which pairs of a model are worth examining, and which findings are meant (a door in its wall), is decided elsewhere.
package clash
