// Package mcp is the tool surface: the table of tools, their schemas, the chain of steps of every call, the envelope of
// every reply, permissions and limits, the audit of each call, and the two transports.
//
// There are few types: [Tool] is one row of the table, [Call] is the input of its handler and [Outcome] its result.
// [Envelope] is the reply to the caller, [Principal] is the caller, and [Server] is the chain over a [Registry] of
// tools. Read [Tool] and [Outcome], then chain.go (the steps in their order) and dispatch.go (the handler and its
// turn).
//
// # The way of a call
//
//  1. The transport reads a message, records its time of arrival and gives a mutation its place in the write queue
//     of its branch, so that calls take effect in the order in which they arrived.
//  2. The chain validates the arguments against the tool's input schema, then records that the call has entered, valid
//     or not.
//  3. It checks the principal's permission, the number of operations and the rate, and whether the tool needs an
//     approval.
//  4. The call waits for its turn in the write queue, and for one of the slots that bound the running work.
//  5. A call whose idempotency key is known ends here with the stored reply.
//  6. The handler decides: it reads a state, and returns an [Outcome] with data, and an append if there is something to
//     write.
//  7. The chain checks the plan (number of elements, deletions, approval), then validates the data against the output
//     schema.
//  8. A dry run and a read end here; otherwise the append is written together with the audit record and the stored
//     reply, atomically.
//  9. If another process wrote first, the store refuses the append, and the handler decides again, until the time of
//     the call is over. From the second time on, all other processes are locked out, as far as the store can.
//  10. The chain records that the call has left, releases its place in the queue, and the transport writes the
//     envelope.
//
// # Governance
//
// A principal's record defines its permissions: principal_config.go and principals.go read it, and reach.go compares
// scopes with effects. ratelimit.go and account.go count limits that all processes share. approval.go turns a plan that
// needs a person into a request, or uses a grant in the same append as the change. [Approver] decides for a person at a
// terminal. clientapproval.go asks a person at the client, if the agent's record allows that. It then repeats the call
// with the request, so that asking, deciding and executing are separate records. preview.go binds a call to what its
// dry run showed. span.go passes calls as spans of a trace to [Config].Spans.
//
// # Speed
//
// Two techniques make this faster for tools with [Tool].Speculative; docs/measurements.md has the figures. A
// speculative decision uses the state that the previous call has published before that state is on the disk, so that
// the appends share a commit. After a conflict with another process, mutations lock out other processes from the start,
// for 100 ms. Nothing is decided ahead if other processes wait for the branch, because they could not write between the
// appends that share a commit (Store.Awaited). In all cases the append names the event that it builds on, and the store
// refuses it if another event was stored. No reply is sent before everything that it depends on is on the disk.
//
// Sub-packages: schema derives JSON Schemas from Go types and validates against them; wire speaks the protocol and is
// the only package that imports the protocol library; tools is the table of the product.
//
// Caveats: a handler decides and does not write. The chain calls Outcome.Commit only after the data has been validated,
// and never in a dry run. Nothing depends on a connection.
package mcp
