// Package mcp is the tool surface: the table of tools, their schemas, the chain of steps of every call, the envelope of
// every reply, who may call what and how often, the audit of each call, and the two transports.
//
// The few types: [Tool] is one row of the table, [Call] what its handler gets, [Outcome] what it returns, [Envelope]
// what the caller sees, [Principal] who calls, [Server] the chain over a [Registry] of tools. Read [Tool], [Outcome],
// then chain.go (the steps in their order) and dispatch.go (the handler and its turn).
//
// # The way of a call
//
//  1. The transport reads a message, stamps the time of arrival on it and gives a mutation its place in the write queue
//     of its branch, so that calls take effect in the order in which they arrived.
//  2. The chain validates the arguments against the tool's input schema, then records that the call has entered, valid
//     or not.
//  3. It checks the principal's permission, the number of operations and the rate, and whether the tool needs an
//     approval.
//  4. The call waits for its turn in the write queue, and for one of the slots that bound the work under way.
//  5. A call whose idempotency key is known ends here with the kept reply.
//  6. The handler decides: it reads a state, and returns an [Outcome] with data, and an append if there is something to
//     write.
//  7. The chain checks the plan (number of elements, deletions, approval), then validates the data against the output
//     schema.
//  8. A dry run and a read end here; else the append is written together with the audit record and the kept reply,
//     atomically.
//  9. If another process wrote first, the store refuses the append, and the handler decides again, until the time of
//     the call is over; from the second time on with all other processes kept from writing, as far as the store can.
//  10. The chain records that the call has left, releases its place in the queue, and the transport writes the
//     envelope.
//
// # Governance
//
// What a principal may do is its record: principal_config.go and principals.go read it, scope and effect meet in
// reach.go, limits that all processes share are counted in ratelimit.go and account.go. approval.go turns a plan that
// needs a person into a request, or uses a grant in the same append as the change; [Approver] decides for a person at a
// terminal, clientapproval.go for one at the client, where the agent's record allows it: the call is made again with
// the request, so that asking, deciding and executing are records of their own. preview.go binds a call to what its dry
// run showed. Calls as spans of a trace: span.go, which [Config].Spans is told of.
//
// # Speed
//
// Two things make this faster for tools with [Tool].Speculative; docs/measurements.md has what each brings. A
// speculative decision is made on the state that the call before has published, before that state is on the disk, so
// that the appends share a commit. After a conflict with another process, mutations keep other processes from writing
// from the start, for 100 ms. While other processes wait for their turn at the branch and could not come in between
// (Store.Awaited), nothing is decided ahead. In all cases the append names the event that it builds on, and the store
// refuses it when another one was stored: no reply is sent before everything that it rests on is on the disk.
//
// Sub-packages: schema derives JSON Schemas from Go types and validates against them; wire speaks the protocol and is
// the only package that imports the protocol library; tools is the table of the product.
//
// Caveats: a handler decides and does not write; the chain calls Outcome.Commit only after the data has been validated,
// and never in a dry run. Nothing depends on a connection.
package mcp
