// Package services holds ducts, pipes and cable trays ([Segment]), their bends, tees and transitions ([Fitting]), the
// ports of both, the connections between ports, and systems ([System]). A connection holds as long as it is recorded;
// elements that are connected touch by design. Read segment.go, port.go and connection.go.
package services
