// Package dxf writes drawings as DXF, release AC1021 (AutoCAD 2007, UTF-8): lines and polylines with line weights and
// line types, arcs, hatches with their pattern, solid hatches, and text as text. Dimensions are written as dimensions
// with their picture in a block. A view of one scale is in the building's own millimetres, at its own place. A sheet is
// in millimetres on paper.
//
// Read [Write], then tables.go for the mandatory parts of the file.
//
// Caveats: text is in the reader's own font, so its width differs a little. Dashes are lengths on paper times the
// scale.
package dxf
