// Package building reads an IFC file (IFC2X3, IFC4, IFC4X3) into a neutral description of the building. It prefers no
// category of the model and no class of the schema, and refuses nothing. Faulty data are left out and noted.
//
// [Parse] reads a file, [Open] takes a parsed file, and [Source.Describe] describes it. The description is a [Building]
// of [Product]s with their [TypeObject]s, [Material]s, property sets, placements and relations. A product's body is
// read on demand ([Source.Body]). Each item of the body is a [Solid]. It always has faces, and also an [Extrusion] if
// it is an extrusion in the file.
//
// Read building.go for the description, source.go for the access to attributes, then solid.go for the items of a body.
// faces.go and sweep.go list the forms, surface.go closes surfaces, curvedface.go leads to package curved.
//
// Units: lengths are micrometres as floats, whatever the unit of the file; angles are radians; areas m2, volumes m3.
// The caller rounds to the model's grid.
//
// Caveats: a file that breaks rules of its schema is read as far as possible, since most real files break some. Curves
// are replaced by chords (curve.go), which [Solid.Approximate] reports. Recursion in the file (placements, mapped
// items, booleans that contain themselves) ends at maxDepth.
package building
