// Package skeleton divides the plan of a roof among the edges of its boundary: the weighted straight skeleton.
//
// The plane over each edge rises inwards by a slope of its own, from eaves at a height of its own; over a gable there
// is none. [Faces] returns the part of the plan over which each plane is the roof. Read faces.go, then front.go, which
// moves the boundary inwards as the height grows, and event.go for what happens to it on the way: an edge has no length
// any more, a corner comes to another edge, a strip closes to a ridge (O. Aichholzer, F. Aurenhammer, D. Alberts,
// B. Gärtner, A novel type of skeleton for polygons, 1995; with weights: T. Biedl, M. Held, S. Huber, D. Kaaser,
// P. Palfrader, Weighted straight skeletons in the plane, 2015).
//
// Lengths within are micrometres from the first corner of the boundary, with some 32 digits: what happens at one height
// and place happens at once, although the roots in the directions of the edges are no whole numbers. Corners are
// rounded to the grid at the end, once each, so that neighbours share them.
package skeleton
