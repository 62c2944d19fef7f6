// Package eventtable has the stored forms of the events that stand beside a model: those of approvals, runs, sessions,
// settings and tasks. [Table] is all of it: a row for each kind of event, with its name and the version of its shape.
//
// Caveats: the events of a model itself have a table of their own in package domain, with upcasters. Whoever raises a
// version of a row here adds an upcast first, so that old logs replay.
package eventtable
