// Package memory keeps an event store in the memory of one process. It is used for tests and dry runs, and as the plain
// model that the other engines are compared with.
//
// There is one type, [Store]; read [Store.Append] first. Nothing is durable, and all data is copied on the way in and
// out, so a caller may reuse its buffers.
package memory
