// Package client is an MCP client over stdio: it starts a server as another process and calls its tools. The
// demonstration and the end-to-end tests use it, so that they see what every client sees.
//
// Read [Start], then [Client.Call].
package client
