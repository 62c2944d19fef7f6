// Package png paints drawings as PNG pictures, on white, at a number of dots per inch that the file states.
//
// Read [Write], then [Paint]. The cover of pixels is counted in whole numbers (coverage.go), so that every machine and
// build paints the same. Text is painted from the outlines of the embedded font.
//
// Caveats: the bytes of the file depend on the compressor of the Go release; the pixels do not. No line is thinner than
// three quarters of a pixel.
package png
