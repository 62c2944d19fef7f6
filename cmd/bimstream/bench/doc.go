// Package bench measures the program: each figure as a ratio to a floor that the same run measures, cold and warm, at
// two sizes, in separate processes.
//
// Read [Command] first, then the list of steps in bench.go; each subject (clashes, plans, commands, HTTP, ...) has a
// file. [Program] is the program to measure, and [Figure] one measurement. [CasesCommand] runs files of boolean cases.
// No test depends on a figure of this package, because figures depend on the machine.
package bench
