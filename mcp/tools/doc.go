// Package tools is the table of the server's tools: what each takes, what it answers, and which use case it calls. It
// holds no rules of building: commands go to package domain, questions to package projections, files to package ifc.
//
// Read [Table] first, then mutation.go, which takes every change the same way (decide, preview, verify, append), and
// reading.go, which does the same for every question. The chain around the handlers is in package mcp.
//
// Caveats: a handler may run several times for one call, when another process moved the head in between; it must not
// do anything that cannot be done twice before Commit.
package tools
