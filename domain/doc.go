// Package domain is the pure decider of the building model. It has no clock, no randomness, no IO and no dependence on
// the order of a map; time and ids come with the command. This package is the entry: [Decide] returns the events of a
// command or an error that refuses it, and category.go has the table of categories. Four layers of packages implement
// the decisions; each imports only those above it in this list:
//
//	state     elements, events and how they change a state, codec, ids, errors
//	shape     what follows from a state: bodies, footprints, rooms, quantities; its sub-packages hold one subject each
//	change    commands and the transaction that they run in
//	merge     merge of branches, undo, differences, overlap of commands
//
// Read category.go, then model.go and event.go in package state. The file wall.go in shape/fabric and the one in change
// show the parts of a category. The repository's docs/tour.md follows the call that creates a wall, step by step.
//
// Other sub-packages decide their own streams (approvals, runs, tasks, sessions, settings, quotas), contain a solver
// (stairs) or generate buildings for benchmarks (tower).
//
// To add a category, add one file with its parameters, checks, body and command, and a row in category.go;
// docs/adding.md has the whole list. Every category implements [state.Params], so the compiler reports missing parts;
// no code switches over all categories. A program that only folds events must import this package too, because it
// registers the table.
package domain
