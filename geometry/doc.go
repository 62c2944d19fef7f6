// Package geometry holds values (lengths, angles, points, placements, profiles), planar regions with their boolean
// operations, closed polyhedral solids and their meshes and measures. It knows no building elements.
//
// Lengths are integers of one micrometre, so equality, hashing and replay are exact. Sums of products are rounded
// explicitly (float64(x*y) + z), since the compiler fuses them on some machines and not on others.
//
// Read [Length] and [Point3] first, then [Region], then [Solid].
package geometry
