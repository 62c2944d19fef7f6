// Package tasks decides what people and agents agree to do about a model: tasks with a status, an assignee, elements
// they are pinned to, findings they answer, and other tasks that come first. It is pure, as the package domain is.
//
// The few types: [Board] is all tasks of one model, [Task] one of them, [Command] what a caller wants,
// [Event] what came of it, [Caller] who asks. [Board.Decide] turns a command into events or a refusal,
// [Board.Evolve] applies an event and never fails, [Board.Next] says what a caller can do now. Read status.go for the
// state machine first.
//
// # Who sees what
//
// A task is seen by its owner, by those it was shared with and by its assignee; to everybody else it does not exist,
// and every answer is a function of the tasks that the caller sees. Two rules keep it so. A task depends only on tasks
// that all who see it see too; and sharing only grows, since what was seen cannot be unseen. From both follows that
// everything along a chain of dependencies is seen by whoever sees its beginning: whether a chain is closed, or a task
// waits, is never decided by a task that the caller does not know.
package tasks
