// Package kurrentdb keeps the event store in a KurrentDB (EventStoreDB) node or cluster, for teams that outgrow one
// machine. It fulfils the whole contract of eventstore.Store, appends over several streams included.
//
// The types: [Store] and its [Options]. Read [Open], then commit.go (how a group of appends becomes one append of the
// server), judge.go (when it is accepted), chunk.go (how the log is read), tail.go (what is known before the mirror has
// it), refresh.go (how a read is current), session.go, discover.go and call.go (what shields the rest from the client,
// and finds the node that leads), silence.go (how a node that was cut off is noticed).
//
// # The log
//
// The protocol of EventStore-Client-Go v4 appends to one stream at a time, and the contract writes several streams or
// none. So all events of a store are in one stream of the server, "<namespace>-log". The metadata of an event says
// which stream and revision it is, holds the chain (prev_hash, hash) and the caller's own metadata (wire.go,
// wireencode.go, scan.go).
//
// A writer appends at whatever place the log gives. One rule decides, for every reader: an append is valid when its
// last event is in the log and, at the place of that, each of its streams has the head (revision, hash) that it names;
// else it is void, and passed over. It is judged once, in the transaction of the mirror that follows the log
// (sqlite.Store.Follow). A larger append than a call goes in several (outgoing.go, assembly.go). Positions count the
// valid events, so a store has the hashes and positions that SQLite gives the same history.
//
// Writers that meet at one stream take turns (lockwrites.go), in the order of the log (turn.go), two at a time
// (pair.go), for several appends when their commands come fast (stay.go). Appends of one process share a call.
//
// # The connections
//
// The client library probes, reads and says what is wrong. What each command needs goes over connections of this
// package's own (lane.go): appends by BatchAppend, which keeps one call open (lanebatch.go), the question whether the
// server keeps the log, and the subscription (laneread.go, laneframe.go), which is read many events at a time
// (coalesce.go). A lane connects once, so that its answers are those of the server whose log was looked at: an append
// that comes right behind what is known is known to be valid (own.go). A server without BatchAppend is talked to by the
// library alone, and so is one that refuses something of a lane: for a while, when that passes (laneability.go).
//
// # The mirror
//
// Reads are answered from a local SQLite copy (package sqlite) and the tail behind it (known.go), after one question to
// the leader: what comes after their end? A subscription keeps them near the end while a process is up. The tail
// (tail.go) is in memory: what is valid is taken there at once, and is added to a file beside the copy with what comes
// after it, within 100 ms (segment.go, segmentframe.go, written.go). From there it goes into the copy when somebody
// reads it or the log rests. What a killed process had in memory is read again from the server, and its segment is
// filed by the next process that opens the mirror. Several processes may share a mirror directory. The mirror can be
// deleted while no process uses it; it is fetched again. An event that fails its hash, or a server whose log does not
// continue the mirror, stops the store with eventstore.ErrCorrupt; restore.go brings back what such a server lost.
// guard.go stops writes while the server would not keep them.
//
// Caveats:
//   - $maxCount, $maxAge and $tb must not be set on the log stream. What others write to it is passed over.
//   - After a time-out it may be unknown whether an append has landed (eventstore.ErrUnavailable): retry with the same
//     ids.
//   - A client that hangs for ever keeps one goroutine (point 2 of session.go); its caller returns in time.
package kurrentdb
