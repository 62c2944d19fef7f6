// Package schema derives JSON Schemas (2020-12) from Go types and validates JSON documents against them, reporting all
// faults at once in words that a caller can act on.
//
// [ForInput] and [ForOutput] derive, [Compile] makes a [Validator], [Validator.Check] returns every [Issue] of a
// document. A type says more about itself through [Enumerated] or [Described]. Read derive.go first.
//
// Caveats: recursive Go types are refused. Numbers are compared as written, not as floats; a number whose exponent is
// beyond what a float64 holds is refused before it reaches the validator.
package schema
