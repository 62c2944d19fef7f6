// Package importer turns the description of an IFC file into what the model can hold: elements with parameters where
// the file's representation allows it, else elements with a fixed body that keep their class, and a report of all that
// is left out or simplified.
//
// [Read] returns elements, types, materials, joins and connections as a file says them, without asking whether the
// model admits them; the exporter compares that with the model and adds to its file what reading would not give back
// (carried.go). [Make] goes on from there: every element is tried against the decider, takes the next simpler form
// where it is refused, and ends up in a [Plan], whose steps are [change.Import]s of a bounded size.
//
// Read plan.go first, then read.go and wall.go, which shows what becomes of a class.
//
// What decides the form: a wall is an upright prism, and either its axis, straight or an arc (wallarc.go), with its
// joins gives its footprint, or the footprint is a rectangle; a floor, a room or a flat roof is any upright prism; a
// column or a beam is a section with dimensions along a line; doors and windows fill a box that goes through such a
// wall, or are parts of a curtain wall of ours. Furniture and the like keep their body in their category
// (component.go), and so do stairs, curtain walls, railings, fittings, walls, floors, roofs, columns, beams, footings,
// ceilings, doors and windows in other forms, with the parts that make them up (fixed.go). Everything else with a
// closed body is a proxy (component.Proxy) with that body and its class.
//
// Caveats: ids follow from the GlobalIds, so a file imported twice into two models has the same elements in both. The
// order of the steps and their content depend on the file alone.
package importer
