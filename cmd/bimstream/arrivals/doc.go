// Package arrivals takes the IFC files that arrive in a folder as deliveries of their models. Read watch.go first, then
// known.go, which finds the model of a file.
package arrivals
