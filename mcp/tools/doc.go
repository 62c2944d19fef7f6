// Package tools is the table of the server's tools. A folder below holds the tools of a subject: what each takes, what
// it replies, and which use case it calls. None holds rules of building: commands go to package domain, questions to
// package projections, files to package ifc. What the subjects share is in package mcp/app, and the chain around the
// handlers in package mcp.
//
// Read [Table] first, then the Tools function of a folder.
package tools
