// Package runlog keeps the runs of models, a stream each: [New] folds a stream to a run of the package domain/runs,
// [Events] makes the stored form of a run's decisions.
package runlog
