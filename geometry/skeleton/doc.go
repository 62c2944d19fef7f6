// Package skeleton divides the plan of a roof among the edges of its boundary: the weighted straight skeleton.
//
// The plane over each edge rises inwards by a slope of its own, from eaves at a height of its own; over a gable there
// is none. [Faces] returns for each plane the part of the plan over which it forms the roof. Read faces.go, then
// front.go, which moves the boundary inwards as the height grows, and event.go for the events on the way: the length of
// an edge becomes zero, a corner reaches another edge, or a strip closes to a ridge (O. Aichholzer, F. Aurenhammer, D.
// Alberts, B. Gärtner, A novel type of skeleton for polygons, 1995; with weights: T. Biedl, M. Held, S. Huber, D.
// Kaaser, P. Palfrader, Weighted straight skeletons in the plane, 2015).
//
// Internal lengths are micrometres from the first corner of the boundary, with some 32 digits. So events that belong to
// the same height and place are recognized as simultaneous, although the directions of edges contain square roots.
// Corners are rounded to the grid at the end, once each, so that neighbours share them.
package skeleton
