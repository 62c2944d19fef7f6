// Package change decides commands. Each command returns its events or the error that refuses it. A [Transaction]
// applies the events to a copy of the model while the command is decided, so that later checks see the result of
// earlier parts.
//
// A command is a struct with a Decide method; [domain.Decide] runs it and checks the changed elements (decide.go).
// Files are named by their subject: wall.go creates walls, elementmove.go moves elements of any category. Tables by
// category hold the checks of elements against each other, and the checks of moves, copies and deletions.
package change
