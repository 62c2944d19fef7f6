// Package tables makes schedules and take-offs of a building at one revision.
//
// [Schedule] lists the elements of a category with the columns that are asked for: [Query] names them, or a template
// does. [Takeoff] adds up quantities by level, type or material. Both return a table.Table; writing it is the business
// of the packages table and xlsx beside this one, which know nothing of buildings.
//
// Read field.go first: a [field] is what a column can show. Quantities are those of elements.Quantities; how each
// is measured is the table of rule.go. Nothing here reads a clock or a map in its order: the same revision gives the
// same table.
//
// Caveats: an empty cell is not known, or does not apply; the two are not told apart. Layers share the volume of their
// element by thickness, which at a mitred corner is the volume of all layers together, not of each.
package tables
