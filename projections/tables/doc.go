// Package tables makes schedules and take-offs of a building at one revision.
//
// [Schedule] lists the elements of a category with the requested columns: [Query] names them, or a template does.
// [Takeoff] adds up quantities by level, type or material. Both return a table.Table. The packages table and xlsx,
// which know nothing of buildings, write it.
//
// Read field.go first: a [field] is what a column can show. Quantities come from elements.Quantities; the table of
// rule.go defines how each is measured. The package reads no clock and no map in its random order, so the same revision
// gives the same table.
//
// Caveats: an empty cell means that the value is not known or does not apply, without a distinction. Layers share the
// volume of their element by thickness. At a mitred corner this is correct for the sum of all layers, but not for each
// layer.
package tables
