// Package pattern compiles the regular expressions of XML Schema (W3C XML Schema Part 2, appendix F) to Go's.
//
// [Compile] is the only function. The two languages differ in more than their spelling. An expression of XML Schema
// always matches the whole text; ^ and $ are ordinary letters; \d, \w, \s, \i and \c mean Unicode sets. Classes can be
// subtracted ([a-z-[aeiou]]) and blocks can be named (\p{IsGreek}). There are no anchors, lazy quantifiers, look-around
// or back references. A class is computed as a set of ranges (ranges.go) and written as such, so that the meaning does
// not depend on Go's syntax for classes.
//
// Read parse.go, then class.go.
//
// Caveats: the categories follow the Unicode version in the Go toolchain; the blocks are those that XML Schema 1.0
// names. Counts above 1000 are refused because Go's engine has that limit.
package pattern
