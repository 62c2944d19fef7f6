// Package double is a stand-in for a KurrentDB node in tests: a gRPC server of the streams service, made from the
// client's exported protocol, that keeps its events in memory. It is no part of the product.
//
// The types: [Server] (one node) over a [Log] (what its cluster has stored: several servers may share one), and
// [Fault], which a test injects to make calls go wrong. Read [Start], then append.go (the server's rules of
// idempotency) and read.go (reading and subscribing). The command in the folder serve runs one for other programs.
//
// What it copies of a real node, from the server's source: expected revisions and the comparison of event ids, the size
// limit, positions that are byte offsets, stream-not-found and stream-deleted, requires-leader, filters over stream
// names and event types, checkpoints and caught-up messages, TLS and users, metadata of streams with $maxCount and $tb,
// the revision at which a softly deleted stream goes on, a cluster whose leader changes, and a node that freezes.
//
// Caveats: there is no persistent subscription, no $maxAge, no scavenging and no BatchAppend; nothing is durable. Users
// may do everything or nothing. An append with Any or StreamExists looks for its ids among all events of the stream,
// where a real node looks among the recent ones.
package double
