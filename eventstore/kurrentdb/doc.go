// Package kurrentdb keeps the event store in a KurrentDB (EventStoreDB) node or cluster, for teams that outgrow one
// machine. It implements the whole contract of eventstore.Store, including appends to several streams. Every call uses
// the client library, EventStore-Client-Go v4. The types are [Store] and its [Options]; begin with [Open].
//
// The package has three parts: the log, the mirror and the session.
//
// # The log
//
// The library appends to one stream at a time, while the contract writes to several streams or to none. So all events
// of a store are in one stream of the server, "<namespace>-log" (log.go). The metadata of an event names its stream and
// revision, and holds the chain (prev_hash, hash) and the caller's own metadata (wire.go). An append that is larger
// than a call is written in several (outgoing.go, assembly.go).
//
// A writer appends at whatever place the log gives. Every reader applies one rule. An append is valid if its last event
// is in the log and, at that place, each of its streams has the head (revision, hash) that the append names. Otherwise
// it is void and is skipped. Positions count only valid events, so a store has the same hashes and positions as SQLite
// with the same history.
//
// A change (writer.go, commit.go, view.go) is judged on what this process knows and appended in one round trip. If the
// log is being followed and the returned place comes directly after the known events, the append is valid without a
// further query. Otherwise it is judged when the events before it have arrived. Void or outdated changes are decided
// again on the newest state. Writers that compete for a stream wait in a line (turns.go). guard.go stops writes while
// the server would not keep them.
//
// # The mirror
//
// Reads are answered from a local SQLite copy (mirror.go, package sqlite) and a tail of newer events in memory
// (tail.go, known.go). Each read first asks the leader for newer events (refresh.go, read.go). A subscription
// (follow.go, chunk.go, progress.go) keeps copy and tail near the end of the log while a process runs; decisions on
// changes use this state. The tail is written to the copy within a second; the tail of a killed process is read again
// from the server. Several processes may share a mirror directory. It can be deleted while no process uses it, and is
// then fetched again. An event with a wrong hash, or a server whose log does not continue the mirror, stops the store
// with eventstore.ErrCorrupt. restore.go restores the events that such a server lost.
//
// # The session
//
// session.go and failure.go protect the rest from the defects of the client. A client that lost its connection is
// replaced, and no call outlives its context. discover.go finds the leading node by asking all in parallel. diagnose.go
// explains why a node cannot be used, and health.go reports the state of the store.
//
// Caveats:
//   - $maxCount, $maxAge and $tb must not be set on the log stream. What others write to it is passed over.
//   - After a time-out it may be unknown whether an append has landed (eventstore.ErrUnavailable): retry with the same
//     ids.
//   - A client that hangs for ever keeps one goroutine (point 2 of session.go); its caller returns in time.
package kurrentdb
