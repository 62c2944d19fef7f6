// Package tasks holds the tools for tasks: add, assign, complete with evidence, and list the next actions.
//
// Read [Tools] first, then [Assignments], which decides every change of a task.
package tasks
