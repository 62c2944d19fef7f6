// Package linework computes what drawings show of solids: the region in which a plane cuts a solid, and for a set of
// solids the outlines of what is cut, the edges that are seen behind the plane and, on demand, those that are hidden.
//
// Read [Section] first, then [View] and [Draw].
//
// A view looks down the Z axis of its plane, X to the right. What lies above the plane is cut away. Sections are taken
// just below the plane, through the exact boolean: a face that lies in the plane counts as cut if its solid lies below
// it, and not if it lies above. Regions and lines are in the frame of the plane, on the grid.
//
// An edge is seen where no face lies between it and the viewer. An edge is drawn where the surface turns away from the
// viewer (the silhouette) or bends by more than [SmoothAngle]; what is in the plane of another face is not hidden by
// it.
//
// Caveats: solids that run through each other are drawn as they are, with the line in which they meet only where
// [View.Meeting] asks for it; and a line that is seen of two solids at one place is drawn for both.
package linework
