// Package kurrentdb keeps the event store in a KurrentDB (EventStoreDB) node or cluster, for teams that outgrow one
// machine. It implements the whole contract of eventstore.Store. Every call uses the client library,
// EventStore-Client-Go v4. The types are [Store] and its [Options]; begin with [Open].
//
// The log: all events of a store are in one stream of the server, "<namespace>-log" (log.go), because the library
// appends to one stream at a time. The metadata of an event names its stream and revision, and holds the chain and the
// caller's own metadata (wire.go). An append that is larger than a call takes several (outgoing.go, assembly.go).
//
// An append is valid if its last event is in the log and, at that place, each of its streams has the head (revision,
// hash) that the append names. Otherwise it is void, and every reader skips it. Positions count only valid events, so a
// store has the same hashes and positions as SQLite with the same history.
//
// A change (writer.go, writersend.go, commit.go, view.go) is judged on what this process knows and appended in one
// round trip. If the returned place follows directly on the known events, it is valid without a query. Otherwise it is
// judged when the events before it have arrived; a void one is decided again. Writers that compete for a stream wait in
// a line in the order of the log (turns.go). guard.go stops writes while the server would not keep them.
//
// The mirror: reads are answered from a local SQLite copy (mirror.go, package sqlite) and a tail of newer events in
// memory (tail.go, known.go), after the leader was asked for newer ones (refresh.go, read.go). A subscription
// (follow.go, chunk.go, progress.go) brings what others write. The tail is written to the copy when the log rests; that
// of a killed process is read again. Processes may share a mirror. A wrong hash, or a server whose log does not
// continue the mirror, ends the store with eventstore.ErrCorrupt; package restoring restores what such a server lost.
//
// The session: session.go and failure.go shield the rest from the defects of the client, discover.go finds the leading
// node by asking all in parallel, and health.go reports the state.
//
// Caveats: $maxCount, $maxAge and $tb must not be set on the log. After a time-out it may be unknown whether an append
// has landed (eventstore.ErrUnavailable): retry with the same ids. A client that hangs for ever keeps one goroutine.
package kurrentdb
