// Package drawings makes drawings of a view of the model: plans, sections and elevations, and sheets of them. The
// result is a [paper.Drawing], which the packages svg, pdf, dxf and png beside it write.
//
// Read plan.go first: a view definition, then linework from the bodies, symbols for doors, windows and stairs,
// annotation placed without overlap. fixedbody.go draws the elements of other programs, which have bodies instead of
// parameters and so no symbols. As tables, style.go has the pens and the details of each scale, material.go the hatches
// and layer.go the names of layers.
//
// From lineart.go on, all coordinates are on paper, where lines within a few hundredths of a millimetre of each other
// count as one line.
//
// Caveats: docs/drawings.md lists what is not drawn yet.
package drawings
