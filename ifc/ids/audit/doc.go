// Package audit judges whether an IDS document makes sense. It checks that the classes, attributes, predefined types,
// property sets, properties and data types exist in the schemas that the document names. It also checks that values fit
// their types, that cardinalities are allowed, and that some element could satisfy the document.
//
// [Audit] reads a document and returns a [Report] with [Finding]s. Each finding has the code of the audit tool of
// buildingSMART International, and a line and column. [Codes] lists the codes.
//
// Read audit.go, then specification.go, then a facet's file; classes.go works out which classes a facet leaves
// possible.
//
// Caveats:
//   - A model can be checked against a document with findings, unless a finding concerns the structure (306). Users do
//     ask for their own properties in Pset_ sets, and want an answer.
//   - The tool requires the prefix xs:, but here any prefix with the same namespace is accepted. docs/ids.md lists such
//     differences.
package audit
