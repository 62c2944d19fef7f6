// Package curved makes triangles of faces on curved surfaces. A [Face] is a part of a [Surface] inside closed lines
// whose points are given. [Face.Mesh] covers it with triangles that have exactly these points on their border. Faces
// that share the points of their edges therefore fit together without gaps, whatever points lie inside of them.
//
// Read [Surface] first, then face.go, which calls the steps in order. The points are located in the parameters of the
// surface and unrolled (unroll.go). Faces that go all the way round a surface are cut open (seam.go). Package geometry
// triangulates the region of parameters exactly. Sides of triangles that stray from the surface are then turned or
// divided (refine.go). Surfaces are cylinders, spheres, tori, sweeps of polylines, and B-splines with or without
// weights (spline.go, splinesurface.go); [SplineCurve] is the B-spline curve.
//
// Lengths are micrometres, angles radians. Formulas are from ISO 10303-42. For B-splines they follow Piegl and Tiller,
// "The NURBS Book" (1997).
//
// Caveats: a line that crosses itself in the parameters is refused with [ErrCrossing]. Two neighbouring points of a
// line must be less than half a turn apart. Points that are not on the surface stay where they are, and the triangles
// at the border reach to them.
package curved
