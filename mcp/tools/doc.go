// Package tools is the table of the server's tools. Each folder below holds the tools of a subject: their inputs, their
// replies, and the use cases that they call. None holds rules of building: commands go to package domain, queries to
// package projections, files to package ifc. Code common to the subjects is in package mcp/app, and the chain around
// the handlers in package mcp.
//
// Read [Table] first, then the Tools function of a folder.
package tools
