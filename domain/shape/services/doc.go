// Package services holds ducts, pipes and cable trays ([Segment]), their bends, tees and transitions ([Fitting]), the
// ports of both, the connections between ports, and systems ([System]). Every recorded connection holds. Connected
// elements touch by design. Read segment.go, port.go and connection.go.
package services
