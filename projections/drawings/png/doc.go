// Package png paints drawings as PNG pictures, on white, at a number of dots per inch that the file states.
//
// Read [Write], then [Paint]. The cover of pixels is counted in whole numbers (coverage.go), so that every machine and
// build paints the same; text is painted from the outlines of the embedded font.
//
// Caveats: the file's bytes follow the compressor of the Go release, its pixels do not. No line is thinner than three
// quarters of a pixel.
package png
