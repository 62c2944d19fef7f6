// Package record stores instances of an IFC file that the model has no place for, such as owner histories
// (IfcOwnerHistory), surface styles (IfcSurfaceStyle) or classification systems. A record is one text with the instance
// and everything that it refers to. [Of] makes a record of an instance, [Parse] reads it, [Record.Write] writes it into
// a file of any of the schemas.
//
// The text is JSON. An instance is an object with its class under "is" and its attributes by their IFC4 names;
// attributes without a value are left out. An enumeration item is {"enum": "ADDED"}, a typed value {"type": "IfcLabel",
// "value": "x"}, binary data {"binary": "0F"}, an unknown logical {"logical": "U"}. A real number has a point or an
// exponent, an integer has none. Lengths are millimetres, as in every file that the exporter writes.
//
// Read record.go first, then write.go. Roots of the schema (IfcRoot) are not recorded, so that a record has no GlobalId
// to keep.
package record
