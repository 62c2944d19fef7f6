// Package app is the application layer that tools, page and commands share. It holds the store with its live
// projections, the access checks for models, and the lookup of the view that a call concerns. It also plans and commits
// changes, describes in replies what a change affected, and reads and writes files.
//
// Read [Backend] first. A call finds its model and state by [Backend.ModelID] and [Backend.ViewAt]. [Backend.Change]
// decides, checks and appends every change. [Reading] answers every question, and the page and the resources read as a
// principal through [Reader].
//
// Caveat: a handler may run several times for one call if another process moved the head in between. Before Commit it
// must not do anything that cannot be repeated.
package app
