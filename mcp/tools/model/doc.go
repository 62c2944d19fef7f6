// Package model holds the tools that change a model and the tools that report changes: a row for each operation of
// package domain, batches, creation of models, constraints, undo, events and the history of an element.
//
// Read [MutationRows] first. A change that is an operation of package domain is a row there and nothing more, and a
// batch takes it as a step.
package model
