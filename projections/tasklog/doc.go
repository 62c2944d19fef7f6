// Package tasklog keeps the tasks of models. [Log] folds the stream of a model's tasks to a board (package
// domain/tasks). [Follow] compares the elements and findings of a task with the current state of the model.
package tasklog
