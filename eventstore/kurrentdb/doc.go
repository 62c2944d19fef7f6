// Package kurrentdb keeps the event store in a KurrentDB (EventStoreDB) node or cluster, for teams that outgrow one
// machine. It implements the whole contract of eventstore.Store. Every call uses the client library,
// EventStore-Client-Go v4. The types are [Store] and its [Options]; begin with [Open].
//
// The log: all events of a store are in one stream of the server, "<namespace>-log" (log.go), because the library
// appends to one stream at a time. The metadata of an event names its stream and revision, and holds the hash chain and
// the caller's own metadata (wire.go). An append that is too large for one call is written in several calls
// (outgoing.go, assembly.go).
//
// An append states the head (revision, hash) that it expects of each of its streams. It is valid if its last event is
// in the log and its streams have these heads at that place. Otherwise it is void, and every reader skips it. Positions
// count only valid events, so that a store has the same hashes and positions as SQLite with the same history.
//
// A change (writer.go, writersend.go, commit.go, view.go) is judged on the events that this process knows, and appended
// in one round trip. If the server stores it directly after the known events, it is valid without a query. Otherwise it
// is judged when the events before it have arrived, and a void change is decided again. Writers that compete for a
// stream wait in a line, in the order of the log (turns.go). guard.go stops writes while the server's settings would
// make it forget events.
//
// The mirror: reads are answered from a local SQLite copy (mirror.go, package sqlite) and from a tail of newer events
// in memory (tail.go, known.go). Before a read, the leader is asked for newer events (refresh.go, read.go). A
// subscription (follow.go, chunk.go, progress.go) delivers the events of other processes. The tail is written to the
// copy when the log rests. If a process is killed, its tail is read again from the server. Processes may share a
// mirror. The store ends with eventstore.ErrCorrupt if a hash is wrong or the server's log does not continue the
// mirror. Package restoring restores what such a server has lost.
//
// The session: session.go and failure.go shield the rest from the defects of the client, discover.go finds the leader
// by asking all nodes in parallel, and health.go reports the state.
//
// Caveats: $maxCount, $maxAge and $tb must not be set on the log. After a time-out it may be unknown whether an append
// was stored (eventstore.ErrUnavailable): retry with the same ids. A client that hangs for ever keeps one goroutine.
package kurrentdb
