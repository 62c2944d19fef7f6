// Package eventtable holds the tables of stored events other than the events of models: the events of approvals, runs,
// sessions, settings and tasks. A [Table] has a row for each kind of event, with its name and the version of its shape.
//
// Caveats: the events of a model have their own table in package domain, with upcasters. A change that raises the
// version of a row must add an upcast first, so that old logs replay.
package eventtable
