// Package tasks decides on the work that people and agents agree to do on a model: tasks with a status, an assignee,
// pinned elements, findings that they answer, and other tasks that must be done first. It is pure, like the package
// domain.
//
// The main types: [Board] holds all tasks of one model, [Task] is one of them, [Command] is a request, [Event] is a
// fact about a task, [Caller] is the requester. [Board.Decide] turns a command into events or a refusal, [Board.Evolve]
// applies an event and never fails, [Board.Next] lists the actions that a caller can take now. Read status.go for the
// state machine first.
//
// # Visibility
//
// A task is visible to its owner, its assignee and everyone it was shared with. For everybody else it does not exist,
// so every answer is a function of the tasks that the caller can see. Two rules ensure this. A task depends only on
// tasks that all its viewers can see too. Sharing is never withdrawn, because a viewer remembers a task anyway. So a
// caller who sees the first task of a chain of dependencies sees the whole chain. A task that the caller cannot see
// never decides whether a chain is a circle or a task waits.
package tasks
