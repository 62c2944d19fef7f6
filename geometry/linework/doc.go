// Package linework computes drawings of solids: the region in which a plane cuts each solid, and the lines of a set of
// solids. The lines are the outlines of cut regions, the edges visible behind the plane and, on request, the hidden
// edges.
//
// Read [Section] first, then [View] and [Draw].
//
// A view looks down the Z axis of its plane, with X to the right. Everything above the plane is cut away. Sections are
// computed just below the plane by the exact boolean. So a face in the plane counts as cut if its solid lies below it,
// and does not count if its solid lies above. Regions and lines are in the frame of the plane, on the grid.
//
// An edge is visible where no face lies between it and the viewer. An edge is drawn where the surface turns away from
// the viewer (the silhouette) or bends by more than [SmoothAngle]. A face does not hide edges in its own plane.
//
// Caveats: for solids that run through each other, the line in which they meet is drawn only if [View.Meeting] asks for
// it. If two solids have a line at the same place, it is drawn for both.
package linework
