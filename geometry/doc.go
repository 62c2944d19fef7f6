// Package geometry holds values (lengths, angles, points, placements, profiles), planar regions with their boolean
// operations, closed polyhedral solids and their meshes and measures. It knows no building elements.
//
// Lengths are integers of one micrometre, so equality, hashing and replay are exact. Sums of products are rounded
// explicitly (float64(x*y) + z), since the compiler fuses them on some machines and not on others; sines and cosines
// are evaluated here for the same reason.
//
// Read [Length] and [Point3] first, then [Region] and [Union], then [Solid] and [SubtractPrisms]. All planar operations
// use one arrangement (arrangement.go). Edges are cut at each other on the grid by snap rounding (snap.go). A sweep
// gives each edge the winding numbers on both of its sides (sweep.go). An edge belongs to the result if only one of its
// sides is inside, and the result is traced to rings (trace.go). Stacked prisms use one arrangement for all heights
// (prism.go), roofs one for all facets (shell.go); their upright faces are merged plane by plane (panel.go) and the
// faces are sewn to a manifold surface (assemble.go). Circles, arcs and ellipses become polygons within a chord that
// the caller gives (curve.go).
//
// Caveats: edges parallel to an axis are exact in every operation, so do the work in the frame of the host and place
// the result. The crossing of skew edges is rounded, and an edge may bend there by half a micrometre. Corners that
// should lie on a skew edge but were rounded need [UnionWithin]. Coordinates must stay below 2^60 micrometres for
// predicates and 2^40 for volumes. A [Region] that a caller composes is not checked; [NewPolygon] checks a polygon.
package geometry
