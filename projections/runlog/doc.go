// Package runlog keeps the runs of models, a stream each: [New] folds a stream to a run of the package domain/runs,
// [Events] returns the stored form of a run's decisions.
package runlog
