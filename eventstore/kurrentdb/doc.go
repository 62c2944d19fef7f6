// Package kurrentdb keeps the event store in a KurrentDB (EventStoreDB) node or cluster, for teams that outgrow one
// machine. It fulfils the whole contract of eventstore.Store, appends over several streams included.
//
// The types: [Store] and its [Options]. Read [Open], then commit.go (how a group of appends becomes one append of the
// server), judge.go (when it is accepted), refresh.go (how a read is current), session.go and call.go (what shields the
// rest from the client).
//
// # The log
//
// The protocol of EventStore-Client-Go v4 appends to one stream at a time, and the contract writes several streams or
// none. So all events of a store are in one stream of the server, "<namespace>-log": the store's position is its
// revision plus one, and an append at the expected end of the log is atomic over all streams of the contract. The
// metadata of an event says which stream and revision it is, holds the chain (prev_hash, hash) and the caller's own
// metadata (wire.go). A store has the hashes and positions that SQLite gives the same history.
//
// The price is one writer at a time: an append that meets another process at the end of the log reads what came and tries
// again. Appends of one process share a call.
//
// # The mirror
//
// Reads are answered from a local SQLite copy (package sqlite), after one question to the leader: what comes after the
// copy's end? A subscription keeps the copy near the end while a process is up. Several processes may share a mirror
// directory. The mirror can be deleted at any time; it is fetched again. An event that fails its hash, or a server whose
// log does not continue the mirror, stops the store with eventstore.ErrCorrupt.
//
// Caveats:
//   - Nothing but this package may write to the log stream, and $maxCount, $maxAge and $tb must not be set on it.
//   - After a time-out it may be unknown whether an append has landed (eventstore.ErrUnavailable): retry with the same ids.
//   - A client that hangs for ever keeps one goroutine (point 2 of session.go); its caller returns in time.
package kurrentdb
