// Package surfacetest tests a table of tools as a whole. [Snapshots] checks that the public face of each tool is the
// accepted one, and [Budgets] that a model does not have to read too much. [Described] checks that every parameter has
// a description, and [Clients] that no tool has a property that desktop clients are known to refuse. The tests of the
// package with the table call these functions.
package surfacetest
