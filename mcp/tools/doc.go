// Package tools is the table of the server's tools: what each takes, what it replies, and which use case it calls. It
// holds no rules of building: commands go to package domain, questions to package projections, files to package ifc.
//
// Read [Table] first. A change that is an operation of package domain is a row of mutationtable.go and nothing more:
// its argument schema is composed of the operation and the common arguments (mutationrow.go), and a batch takes it as a
// step (batch.go). mutation.go takes every change the same way (decide, preview, verify, append), reading.go every
// question. The chain around the handlers is in package mcp.
//
// name.go puts ids in the place of names, changed.go and change.go tell what a change reached.
//
// Caveats: a handler may run several times for one call, when another process moved the head in between; it must not
// do anything that cannot be done twice before Commit.
package tools
