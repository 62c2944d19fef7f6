// Package draft writes an IDS document from what the elements of a model have in common, as a start for people who
// write one.
//
// [From] gives a document with a specification for each class of elements: what all of them have (attributes,
// properties, materials, classifications, wholes) becomes its requirements. The model passes it, and the audit finds
// nothing in it.
//
// Caveats: what a model has is not what a client needs. A draft says what was common practice in one model; somebody
// has to strike out what nobody asked for, and to name values.
package draft
