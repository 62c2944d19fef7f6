//go:build !linux

package sqlite

// networkFileSystem knows no way to tell on this system; the documentation says what to avoid.
func networkFileSystem(string) string { return "" }
