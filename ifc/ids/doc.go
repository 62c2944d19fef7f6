// Package ids reads and writes documents of the Information Delivery Specification (IDS) 1.0 of buildingSMART
// International, and compares values with the conditions of a document.
//
// [Read] returns a [Document] with its [Specification]s. A specification has [Facet]s that select elements, and facets
// that the selected elements must satisfy. A facet holds [Value]s: a plain text or a [Restriction]. [Value.Matches]
// compares a value with a [Datum] of a model. [Document.Write] writes a document that Read accepts.
//
// The packages below use the document: audit judges whether it makes sense, check holds a model against it, draft
// writes a document from a model, pattern compiles its regular expressions.
//
// Read document.go, then shape.go, the structure that the XML schema of IDS 1.0 prescribes, then value.go.
//
// Caveats:
//   - Reading is strict: every violation of the XML schema is a [Fault] with line and column. A document with faults is
//     returned as far as it could be read, for the audit; do not check a model against it.
//   - Only 1.0 is read. Forms of 0.9 and of the draft of 1.1 are faults that name the version.
//   - Document type declarations are refused, so that no document can name files or grow when it is read.
package ids
