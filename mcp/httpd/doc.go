// Package httpd is the service around the protocol over HTTP: who is let in, by which host, from which address, what
// the operator sees of it, and files in and out.
//
// The few types: [Config] says how a server is reached, [Service] is what answers. Read service.go, then guard.go (what
// a request must be to be looked at) and caller.go (whose it is).
//
// # The way of a request
//
//  1. The address it came from: the connection's, or what a named proxy says (proxy.go).
//  2. Its Host and Origin, against DNS rebinding and pages from elsewhere (guard.go).
//  3. Its principal, by token (tokens of a file) or by JWT of an identity provider (oauth.go). A refusal does not wait
//     for the body.
//  4. The protocol (package wire), or a file (files.go).
//  5. A line in the access log, and the metrics (observe.go).
//
// Caveats: a request is let in by its headers alone; the body is read afterwards. TLS is the business of a proxy.
package httpd
