// Package change decides commands: each returns the events that it leads to, or the error that refuses it. A
// [Transaction] applies the events of a command to a copy of the model while it is decided, so that what a later part
// checks is what the earlier ones made.
//
// A command is a struct with a Decide method; [domain.Decide] runs it and checks what it changed (decide.go). Files are
// named by their subject: wall.go creates walls, elementmove.go moves elements of any category. Tables by category say
// what is checked of elements against each other, of moves, copies and deletions.
package change
