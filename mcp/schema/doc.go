// Package schema derives JSON Schemas (2020-12) from Go types and validates JSON documents against them. It reports all
// faults at once, in words that a caller can act on.
//
// [ForInput] and [ForOutput] derive schemas, [Compile] creates a [Validator], and [Validator.Check] returns every
// [Issue] of a document. A type customizes its schema through [Enumerated] or [Described]. Read derive.go first.
//
// Caveats: recursive Go types are refused. Numbers are compared as written and not as floats. A number whose exponent
// is too large for a float64 is refused before it reaches the validator.
package schema
