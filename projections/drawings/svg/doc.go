// Package svg writes drawings as SVG: millimetres, a group for each run of one layer, classes and element ids on every
// mark, and real text. The look is given only by presentation attributes, which all readers support; a style sheet may
// be added.
//
// Read [Write]. The same drawing gives the same bytes.
//
// Caveats: the font is named, not embedded. If a reader lacks the font, textLength keeps the layout, provided that the
// reader supports it.
package svg
