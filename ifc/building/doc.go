// Package building reads an IFC file (IFC2X3, IFC4, IFC4X3) into a neutral description of the building: no category of
// the model, no class of the schema is privileged here, and nothing is refused. What a file says wrongly is left out
// and noted.
//
// [Parse] reads a file, [Describe] one that is in memory. The description is a [Building] of [Product]s with their
// [TypeObject]s, [Material]s, property sets, placements and relations. A product's body is read when it is asked for
// ([Source.Body]): each item of it is a [Solid], which is an [Extrusion] where the file says so and can always be had
// as faces.
//
// Read building.go for what there is, source.go for how attributes are found, then solid.go for the items of a body;
// faces.go and sweep.go list the forms, surface.go closes what they make, curvedface.go leads to package curved.
//
// Units: lengths are micrometres as floats, whatever the unit of the file; angles are radians; areas m2, volumes m3.
// Rounding to the model's grid is for whoever takes the description over.
//
// Caveats: a file that fails the rules of its schema is read as far as it makes sense, since most real files fail some.
// Curves are replaced by chords (curve.go), which [Solid.Approximate] tells. Recursion in the file (placements, mapped
// items, booleans that contain themselves) ends at [maxDepth].
package building
