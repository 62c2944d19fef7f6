// Package mcp is the tool surface: the table of tools, their schemas, the chain that every call passes, the envelope of
// every answer, who may call what and how often, the record of each call, and the two transports.
//
// The few types: [Tool] is one row of the table, [Call] what its handler gets, [Outcome] what it hands back,
// [Envelope] what the caller sees, [Principal] who calls, [Server] the chain over a [Registry] of tools.
// Read [Tool], [Outcome] and then chain.go, which names the steps of a call in their order.
//
// Sub-packages: schema derives JSON Schemas from Go types and validates against them; wire speaks the protocol and is
// the only place that imports the protocol library.
//
// Caveats: a handler decides and does not write; what it wants written it returns as Outcome.Commit, and the chain
// calls that only after the result has been validated, and never in a dry run. Nothing hangs on a connection.
//
// The changes of a branch are decided one after the other, in the order in which their calls arrived. A tool with
// Tool.Ahead may be decided before the change ahead of it is on the disk (sequencer.go): nobody is answered before what
// the answer rests on is stored, and what was decided on a state that did not come to be is decided again.
package mcp
