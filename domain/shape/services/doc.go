// Package services holds ducts, pipes and cable trays ([Segment]), their bends, tees and transitions ([Fitting]), the
// ports of both, the connections between ports, and the systems that they belong to ([System]). A connection holds as
// long as it is recorded; elements that are connected touch on purpose. Read segment.go, port.go and connection.go.
package services
