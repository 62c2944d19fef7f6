// Package record keeps instances of an IFC file that the model has no place for, each with all that it refers to, as
// one text: who made something (IfcOwnerHistory), how it is drawn (IfcSurfaceStyle), the system that it is classified
// by. [Of] makes such a text of an instance, [Parse] reads it, [Record.Write] writes it into a file of any of the
// schemas.
//
// The text is JSON. An instance is an object with its class under "is" and its attributes by their names in IFC4, those
// without a value left out; an enumeration item is {"enum": "ADDED"}, a typed value {"type": "IfcLabel", "value": "x"},
// binary data {"binary": "0F"}, an unknown logical {"logical": "U"}. A real number has a point or an exponent, an
// integer has none. Lengths are millimetres, as in every file that the exporter writes.
//
// Read record.go first, then write.go. Only what is no root of the schema (IfcRoot) is recorded, so that a record has
// no GlobalId of its own to keep.
package record
