// Package generate generates buildings of any size by ordinary commands, for benchmarks and tests.
//
// Read [Command], then [Generator]. Package tower in the domain determines the content of a storey. This package makes
// the commands, stores their events in batches, and stores states of the history.
package generate
