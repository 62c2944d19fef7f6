// Package kurrentdb keeps the event store in a KurrentDB (EventStoreDB) node or cluster, for teams that outgrow one
// machine. It fulfils the whole contract of eventstore.Store, appends over several streams included. Every call goes
// through the client library, EventStore-Client-Go v4. The types are [Store] and its [Options]; begin with [Open].
//
// It is three things: the log, the mirror and the session.
//
// # The log
//
// The library appends to one stream at a time, and the contract writes several streams or none. So all events of a
// store are in one stream of the server, "<namespace>-log" (log.go). The metadata of an event says which stream and
// revision it is, holds the chain (prev_hash, hash) and the caller's own metadata (wire.go). A
// larger append than a call goes in several (outgoing.go, assembly.go).
//
// A writer appends at whatever place the log gives. One rule decides, for every reader: an append is valid when its
// last event is in the log and, at the place of that, each of its streams has the head (revision, hash) that it names;
// else it is void, and passed over. Positions count the valid events, so a store has the hashes and positions that
// SQLite gives the same history.
//
// A change (writer.go, commit.go, view.go) is judged on what this process knows and appended: one round trip.
// When the place that the answer names follows on what was known, while the log is being followed, it is valid without
// a question; else it is judged when what came in between is here. What is void or outdated is decided again on the
// newest state. Writers that meet at a stream stand in a line (turns.go). guard.go stops writes while the server would
// not keep them.
//
// # The mirror
//
// Reads are answered from a local SQLite copy (mirror.go, package sqlite) and the tail behind it, in memory (tail.go,
// known.go), after one question to the leader: what comes after their end? (refresh.go, read.go) A subscription
// (follow.go, chunk.go, progress.go) keeps them near the end while a process is up; a decision that an append follows
// is made on what that brought. The tail goes into the copy within a second; what a killed process had there is read
// again from the server. Several processes may share a mirror directory. It can be deleted while no process uses it; it
// is fetched again. An event that fails its hash, or a server whose log does not continue the mirror, stops the store
// with eventstore.ErrCorrupt; restore.go brings back what such a server lost.
//
// # The session
//
// session.go and failure.go shield the rest from the defects of the client: one that lost its connection is given up
// and replaced, and no call outlives its context. discover.go finds the node that leads, asking all side by side;
// diagnose.go says why a node cannot be talked to, health.go how the store stands.
//
// Caveats:
//   - $maxCount, $maxAge and $tb must not be set on the log stream. What others write to it is passed over.
//   - After a time-out it may be unknown whether an append has landed (eventstore.ErrUnavailable): retry with the same
//     ids.
//   - A client that hangs for ever keeps one goroutine (point 2 of session.go); its caller returns in time.
package kurrentdb
