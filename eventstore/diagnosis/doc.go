// Package diagnosis finds out why a server cannot be reached. Libraries report little more than a failed connection, so
// [Of] repeats the steps of making one: the name, the port, TLS.
package diagnosis
