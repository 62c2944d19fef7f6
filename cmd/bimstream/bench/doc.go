// Package bench measures the program: each figure as a ratio to a floor that is measured in the same run, cold and
// warm, at two sizes, in processes of its own.
//
// Read [Command] first, then the list of steps in bench.go; each subject (clashes, plans, commands, HTTP, ...) has a
// file. [Program] is what is measured, and [Figure] one measurement. [CasesCommand] runs files of boolean cases.
// No test waits for a figure of this package: figures depend on the machine.
package bench
