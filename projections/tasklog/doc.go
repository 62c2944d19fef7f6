// Package tasklog keeps the tasks of models: [Log] folds the stream of a model's tasks to a board of the package
// domain/tasks, and [Follow] says what has become since of what a task is about: its elements and its findings.
package tasklog
