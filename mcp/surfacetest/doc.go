// Package surfacetest holds the tests of a table of tools as a whole: that the public face of each tool is the one that
// was accepted, that what a model has to read of a server stays within its budget, that every parameter is described,
// and that no tool has what desktop clients are known to refuse.
//
// [Snapshots], [Budgets], [Described] and [Clients] are called by the tests of the package that holds the table.
package surfacetest
