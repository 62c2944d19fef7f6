// Package memory keeps an event store in the memory of one process. It is used for tests and dry runs, and as the
// simple model with which tests compare the other engines.
//
// There is one type, [Store]; read [Store.Append] first. Nothing is durable. All data is copied on the way in and out,
// so that a caller may reuse its buffers.
package memory
