// Package typemark gives types of elements the short marks that tags in drawings have. A legend says what they stand
// for.
package typemark
