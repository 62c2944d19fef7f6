// Package double is a stand-in for a KurrentDB node in tests: a gRPC server for the streams service, built from the
// client's exported protocol, that keeps its events in memory. It is not part of the product.
//
// The main types are [Server] (one node), [Log] (the data stored by its cluster; several servers may share one) and
// [Fault], which a test injects to make calls fail. To read the code, start with [Start], then append.go (the server's
// rules of idempotency) and read.go (reading and subscribing). The command in the folder serve runs a double for other
// programs.
//
// It reproduces these features of a real node, based on the server's source: expected revisions and the comparison of
// event ids, the size limit, positions that are byte offsets, stream-not-found and stream-deleted, requires-leader,
// filters over stream names and event types, checkpoints and caught-up messages, TLS and users, metadata of streams
// with $maxCount and $tb, the revision at which a softly deleted stream continues, a cluster whose leader changes, and
// a node that freezes.
//
// Caveats: there are no persistent subscriptions, no $maxAge and no scavenging, and nothing is durable. Users may do
// everything or nothing. An append with Any or StreamExists looks for its ids among all events of the stream, where a
// real node looks only among the recent ones.
package double
