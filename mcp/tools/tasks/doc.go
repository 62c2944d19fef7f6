// Package tasks holds the tools of tasks: add, assign, complete with evidence, and what comes next.
//
// Read [Tools] first, then [Assignments], which decides every change of a task.
package tasks
