// Package deferred executes calls that are answered with a task of the protocol (SEP-2663). The client gets a handle at
// once, asks about the progress of the call, answers its questions, and can cancel it. These tasks are not the tasks of
// a model.
//
// Each task has its own stream, so that every process on a store knows the task and it outlives all processes. Read
// [Calls], then [Task], which is the state that the events of a stream describe. If the worker of a task has died, the
// next process on the same machine that reads the task ends it. A process on another machine cannot know this, so there
// the task keeps the state working.
package deferred
