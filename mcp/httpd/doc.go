// Package httpd is the service around the protocol over HTTP. It decides which callers, hosts and addresses are
// admitted, keeps logs and metrics for the operator, and transfers files in and out.
//
// There are few types: [Config] describes how a server is reached, and [Service] answers requests. Read service.go,
// then guard.go (which requests are accepted) and caller.go (who the caller is).
//
// # The way of a request
//
//  1. The address it came from: the connection's, or the one that a trusted proxy reports (proxy.go).
//  2. Its Host and Origin, against DNS rebinding and pages from elsewhere (guard.go).
//  3. Its principal, by token (tokens of a file) or by JWT of an identity provider (oauth.go). A refusal does not wait
//     for the body.
//  4. The protocol (package wire), or a file (files.go).
//  5. A line in the access log, and the metrics (observe.go).
//
// Caveats: a request is admitted by its headers alone; the body is read afterwards. A proxy has to provide TLS.
package httpd
