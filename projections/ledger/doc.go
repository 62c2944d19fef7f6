// Package ledger folds streams that stand beside those of branches (tasks, runs, artifacts), and keeps what they said
// so that only what is new has to be read. [Log] reads them: a kind of stream and the states that were
// read. [Events] makes what is stored in them.
package ledger
