// Package svg writes drawings as SVG: millimetres, a group for each run of one layer, classes and element ids on every
// mark, real text. Only presentation attributes carry the look, which all readers follow; a style sheet may be added.
//
// Read [Write]. The same drawing gives the same bytes.
//
// Caveats: the font is named, not embedded; textLength keeps the layout where it is missing, in readers that obey it.
package svg
