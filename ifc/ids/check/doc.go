// Package check holds IFC models against IDS documents.
//
// [Open] indexes a STEP file of IFC2X3, IFC4 or IFC4X3 as a [Model]; [Run] checks it against a document and gives a
// [Report]: for each specification how many elements it applies to, and for each requirement which of them fail and
// why, with the type and value that was found. [Report.WriteHTML] writes it for people.
//
// A model decodes an instance only when a facet asks for it, and reads each kind of relation once, at the first
// question. Each facet is a file: what it collects from the model, then how that compares. Read model.go, then
// specification.go, then property.go.
//
// Caveats:
//   - A Model serves one goroutine.
//   - Every instance of the file is a candidate for an applicability, not the elements alone: materials, tasks and
//     points have attributes too.
//   - Values of measures are converted to the units of IDS (units.md) before they are compared; a measure whose unit
//     the file does not assign is compared as it stands, with a warning.
package check
