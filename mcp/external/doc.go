// Package external runs third-party programs that check an IFC file. It runs only programs that the operator has
// listed.
//
// Read [Checkers] for the list and [Checker.Run] for the input of a program and the meaning of its answer. A program is
// trusted like the operator: it runs with the rights of the server, in its own folder, without the variables that begin
// with BIMSTREAM_. Its output is foreign text, which must be made harmless before it is shown.
package external
