// Package external runs programs of other people that check an IFC file: those that the operator lists, and no other.
//
// Read [Checkers] for the list and [Checker.Run] for what a program is given and what its answer means. A program is
// trusted as the operator is: it runs with the rights of the server, in a folder of its own, without the variables that
// begin with BIMSTREAM_. What it writes is the text of others, and whoever shows it makes it harmless first.
package external
