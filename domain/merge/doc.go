// Package merge brings the changes of one branch into another one ([Merge]), reverts changes ([Undo]), lists the
// differences between two states ([Diff]), and reports whether a command is still valid at a newer state
// ([FindOverlap]). Read merge.go, then mergeelement.go and mergecheck.go.
package merge
