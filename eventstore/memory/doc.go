// Package memory keeps an event store in the memory of one process: for tests, for dry runs and as the plain model
// that the other engines are compared with.
//
// There is one type, [Store]; read [Store.Append] first. Nothing is durable, and everything is copied on the way in and
// on the way out, so a caller may reuse its buffers.
package memory
