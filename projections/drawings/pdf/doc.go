// Package pdf writes drawings as PDF: vectors and real text with an embedded subset of the font. A file has a layer for
// each layer of the drawings, and a page and a bookmark for each drawing of a set.
//
// Read [Write]. The same drawings and the same time give the same bytes with the same release of Go, whose compressor
// is used.
//
// Caveats: coordinates have two decimals of a point, 0.0035 mm.
package pdf
