//go:build !linux

package sqlite

// networkFileSystem returns "", because this program knows no way to detect a network file system on this system. The
// documentation lists the file systems to avoid.
func networkFileSystem(string) string { return "" }
