// Package cases reads files of boolean and clash cases with expected results. It runs the cases and reports which
// results are right. Read [Read], then [File.Run].
//
// A file is one JSON object with a list "cases"; lengths are metres, angles degrees. [Solid], [Step] and [Case]
// describe the shapes, transforms and operations. A case with an unknown shape, transform or operation fails, and the
// other cases run.
package cases
