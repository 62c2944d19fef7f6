// Package diagnosis finds out why a server cannot be reached. Libraries report little more than a failed connection.
// [Of] therefore repeats the steps of a connection: resolving the name, opening the port, TLS.
package diagnosis
