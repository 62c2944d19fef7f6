// Package draft writes an IDS document from the features that the elements of a model share, as a starting point for
// authors.
//
// [From] returns a document with a specification for each class of elements. Its requirements are the features that all
// elements of the class have: attributes, properties, materials, classifications, wholes. The model passes the
// document, and the audit has no finding in it.
//
// Caveats: a model does not show what a client needs. A draft records the practice of one model; an author has to
// delete the requirements that nobody needs, and to add values.
package draft
