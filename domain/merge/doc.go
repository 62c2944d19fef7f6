// Package merge brings the changes of one branch into another one ([Merge]), takes changes back ([Undo]), tells what
// differs between two states ([Diff]), and reports whether a command still holds at a newer state ([FindOverlap]).
// Read merge.go, then mergeelement.go and mergecheck.go.
package merge
