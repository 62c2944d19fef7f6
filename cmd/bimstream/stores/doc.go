// Package stores opens the event stores that commands work on.
//
// [Place] is where a store is, as flags and variables say it: in a folder, or on a server with a mirror in the folder.
// [Engine] is an open store, whose appends are signed by the installation of its folder. [Live] begins the projections
// of a store from the snapshots beside it.
package stores
