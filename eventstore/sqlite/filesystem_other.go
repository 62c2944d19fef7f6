//go:build !linux

package sqlite

// networkFileSystem returns "", because this system has no known way to detect one; the documentation lists what to
// avoid.
func networkFileSystem(string) string { return "" }
