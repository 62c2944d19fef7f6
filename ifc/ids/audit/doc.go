// Package audit says whether an IDS document makes sense: whether the classes, attributes, predefined types, property
// sets, properties and data types that it names exist in the schemas it is for, whether its values fit their types, its
// cardinalities are allowed, and whether any element at all could satisfy it.
//
// [Audit] reads a document and gives a [Report] with [Finding]s, each with the code that the audit tool of
// buildingSMART International has for it, and with line and column. [Codes] lists the codes.
//
// Read audit.go, then specification.go, then a facet's file; classes.go is about which classes a facet leaves possible.
//
// Caveats:
//   - A finding does not keep a document from being checked against, except one of the structure (306): people do ask
//     for properties of their own in Pset_ sets, and want an answer.
//   - Where the tool is bound to the spelling xs: of a prefix, what it stands for counts here. docs/ids.md lists such
//     differences.
package audit
