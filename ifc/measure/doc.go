// Package measure has the measures of IFC: the units of their values in the model and in files, and the values that a
// defined type admits.
//
// A property value of the model names its measure (state.PropertyValue.Measure), which determines its unit: millimetres
// for lengths, m2 for areas, m3 for volumes, degrees for plane angles, and the coherent SI unit for all others. Files
// may use any unit. [github.com/bimstream/bimstream/ifc/building] converts values when it reads them, and
// [github.com/bimstream/bimstream/ifc/export] declares the units that it writes.
//
// Read unit.go for the table of units, and type.go for the type of a value without a measure.
//
// Caveats: amounts of money have no unit here; the currency of a file is not kept.
package measure
