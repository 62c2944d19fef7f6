// Package domain is the pure decider of the building model: it has no clock, no randomness, no IO and no dependence on
// the order of a map; time and ids come in with the command. This package is its face: [Decide] returns the events that
// a command leads to or an error that refuses it, and category.go has the table of categories. What it decides with
// stands on four floors, each of which imports only those above it in this list:
//
//	state     elements, events and how they change a state, codec, ids, errors
//	shape     what follows from a state: bodies, footprints, rooms, quantities; its sub-packages hold one subject each
//	change    commands and the transaction that they run in
//	merge     merge of branches, undo, differences, overlap of commands
//
// Read category.go, then state's model.go and event.go, then shape/fabric's wall.go and change's wall.go, which show
// what a category consists of. The repository's docs/tour.md walks through the call that creates a wall, step by step.
//
// Other sub-packages decide streams of their own (approvals, runs, tasks, sessions, settings, quotas), hold a solver
// (stairs) or generate buildings for benchmarks (tower).
//
// Adding a category: one file with its parameters, checks, body and command, and a row in category.go; docs/adding.md
// has the whole list. What every category says is [state.Params], so that the compiler names what is missing; there is
// no switch over categories. A program that only folds events imports this package too, since it registers the table.
package domain
