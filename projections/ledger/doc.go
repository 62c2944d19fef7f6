// Package ledger folds those streams of a model that are not branches, such as tasks, runs and artifacts. [Log] keeps
// the folded states, so that only new events have to be read. [Events] returns the stored form of the events of a
// command.
package ledger
