// Package pattern compiles the regular expressions of XML Schema (W3C XML Schema Part 2, appendix F) to Go's.
//
// [Compile] is all there is. The two languages differ in more than their spelling: an expression of XML Schema always
// speaks of the whole text, ^ and $ are ordinary letters, \d, \w, \s, \i and \c mean Unicode sets, classes can be
// subtracted ([a-z-[aeiou]]), blocks can be named (\p{IsGreek}), and there are no anchors, lazy quantifiers,
// look-around or back references. A class is worked out as a set of ranges (ranges.go) and written as such, so that
// nothing depends on what Go's syntax happens to mean.
//
// Read parse.go, then class.go.
//
// Caveats: categories are those of the Unicode version of the Go that the program is built with; blocks are those that
// XML Schema 1.0 names. Counts beyond 1000 are refused: Go's engine has that limit.
package pattern
