// Package check holds IFC models against IDS documents.
//
// [Open] indexes a STEP file of IFC2X3, IFC4 or IFC4X3 as a [Model]; [Run] checks it against a document and returns a
// [Report]. The report counts the elements that each specification applies to. For each requirement it lists the
// elements that fail, with the reason, the type and the value that was found. [Report.WriteHTML] writes the report as a
// page.
//
// A model decodes an instance only when a facet needs it, and reads each kind of relation once, on first use. Each
// facet has a file that collects the data from the model and compares it. Read model.go, then specification.go, then
// property.go.
//
// Caveats:
//   - Only one goroutine may use a Model.
//   - Every instance of the file is a candidate for an applicability, not only elements, because materials, tasks and
//     points have attributes too.
//   - Values of measures are converted to the units of IDS (units.md) before they are compared. A measure without an
//     assigned unit in the file is compared as it stands, with a warning.
package check
