// Package generate makes up buildings of any size by ordinary commands, for benchmarks and tests.
//
// Read [Command], then [Generator]. What a storey holds is the business of package tower in the domain; this package
// decides the commands, stores their events in batches, and keeps states of the history.
package generate
