// Package measure knows the measures of IFC: in which units their values are kept in the model, which units they have
// in files, and which values a defined type admits.
//
// A property value of the model names its measure (state.PropertyValue.Measure). Its unit follows: millimetres for
// lengths, m2 for areas, m3 for volumes, degrees for plane angles, and for all others the coherent SI unit. Files may
// use any unit; [github.com/bimstream/bimstream/ifc/building] converts what it reads once, and
// [github.com/bimstream/bimstream/ifc/export] declares the units of what it writes.
//
// Read unit.go for the table of units, type.go for which type a value has where none is named.
//
// Caveats: amounts of money have no unit here; the currency of a file is not kept.
package measure
