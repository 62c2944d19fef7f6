// Command bimstream is the building model backend: an MCP server over a store of events, and the tools around it.
//
// Each command is in the file of its name; root.go is the list. No logic lives here: only flags, configuration, wiring
// and output to a terminal. Below it are packages stores (where a store is and how it is opened), console (output to a
// terminal), generate (generated buildings) and bench (measurements).
package main
