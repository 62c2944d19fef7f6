// Package arrivals takes the IFC files that arrive in a folder as deliveries of the models that they are of. Read
// watch.go, then known.go, which says what model a file is of.
package arrivals
