// Package cases reads files of boolean and clash cases with expected results, runs them and tells which are right.
//
// Read [Read], then [File.Run]. A file is one JSON object with a list "cases"; lengths are metres, angles degrees. The
// shapes, transforms and operations are described at [Solid], [Step] and [Case]. An unknown shape, transform or
// operation makes its own case fail with an error and no other.
package cases
