// Package stores opens the event stores that commands work on.
//
// [Place] is the location of a store, from flags and variables: in a folder, or on a server with a mirror in the
// folder. [Engine] is an open store, whose appends are signed by the installation of its folder. [Live] starts the
// projections of a store from the snapshots beside it.
package stores
