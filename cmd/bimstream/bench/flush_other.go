//go:build !linux

package bench

import "os"

// flushData makes a file's bytes durable in the way in which the store does on this system.
func flushData(f *os.File) error { return f.Sync() }
