// Package ids reads and writes documents of the Information Delivery Specification (IDS) 1.0 of buildingSMART
// International, and holds what values a document asks for.
//
// [Read] gives a [Document]: its [Specification]s, each with the [Facet]s that say which elements it is about and the
// facets that those have to satisfy. A facet holds [Value]s: a plain text or a [Restriction]. [Value.Matches] compares
// one with a [Datum], what a model has. [Document.Write] writes a document, which Read takes again.
//
// The packages beside it use the document: audit says whether it makes sense, check holds a model against it, draft
// writes one from a model, pattern compiles its regular expressions.
//
// Read document.go, then shape.go, the structure that the XML schema of IDS 1.0 prescribes, then value.go.
//
// Caveats:
//   - Reading is strict: what the XML schema does not allow is a [Fault] with line and column. A document with faults
//     is returned as far as it makes sense, for the audit; it is not to be checked against.
//   - Only 1.0 is read. Forms of 0.9 and of the draft of 1.1 are faults that name the version.
//   - Document type declarations are refused, so that no document can name files or grow when it is read.
package ids
