// Package importer converts the description of an IFC file to elements of the model. Elements have parameters if the
// file's representation allows it, otherwise a fixed body, and they keep their class. A report lists all data that are
// left out or simplified.
//
// [Read] returns the elements, types, materials, joins and connections of a file without checking whether the model
// accepts them. The exporter compares them with the model and adds to its file the data that reading would not restore
// (carried.go). [Make] continues from there: it tries every element against the decider, and a simpler form if the
// decider refuses the element. The result is a [Plan], whose steps are [change.Import]s of bounded size.
//
// Read plan.go first, then read.go and wall.go, which shows how a class is read.
//
// The form of an element depends on its class and body. A wall is an upright prism; either its axis, straight or an arc
// (wallarc.go), gives its footprint together with its joins, or the footprint is a rectangle. A floor, a room or a flat
// roof is any upright prism. A column or a beam is a section with dimensions along a line. Doors and windows fill a box
// that goes through a wall with parameters, or are parts of a curtain wall of ours. Furniture and the like keep their
// body in their category (component.go). So do stairs, curtain walls, railings, fittings, walls, floors, roofs,
// columns, beams, footings, ceilings, doors and windows in other forms, with the parts that make them up (fixed.go).
// Every other product with a closed body is a proxy (component.Proxy) with that body and its class.
//
// Caveats: ids are derived from the GlobalIds, so a file imported into two models gives the same elements in both. The
// order of the steps and their content depend only on the file.
package importer
