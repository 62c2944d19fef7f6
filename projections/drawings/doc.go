// Package drawings makes drawings of a view of the model: plans, sections and elevations, and sheets of them. What it
// makes is a [paper.Drawing], which the packages svg, pdf, dxf and png beside it write.
//
// Read plan.go first: a view definition, then linework from the bodies, symbols for doors, windows and stairs,
// annotation placed without overlap. fixedbody.go draws in place of symbols what other programs made, which has a body
// and no parameters. style.go has the pens and what each scale shows, material.go the hatches and layer.go the
// names of layers, all as tables.
//
// From lineart.go on everything is on paper: lines that lie on each other within a few hundredths of a millimetre are
// one.
//
// Caveats: what is not drawn yet is listed in docs/drawings.md.
package drawings
