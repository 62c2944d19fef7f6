// Package surfacetest holds the tests of a table of tools as a whole: that the public face of each tool is the one that
// was accepted, and that what a model has to read of a server stays within its budget.
//
// [Snapshots] and [Budgets] are called by the tests of the package that holds the table.
package surfacetest
