// Package deferred works on calls that are answered with a task of the protocol (SEP-2663): the client gets a handle at
// once, asks how far the call is, answers what it asks, and cancels it. The tasks of a model are something else.
//
// Each task is a stream of its own, so that every process of a store knows it and it outlives them all. Read [Calls],
// then [Task], which is what the events of a stream say. A task whose worker has died is ended by whoever looks next on
// the same machine; on another machine nobody can tell, and it stays at work.
package deferred
