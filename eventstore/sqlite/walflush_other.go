//go:build !linux

package sqlite

import "os"

// flushData makes what was written to a file survive a loss of power.
func flushData(f *os.File) error { return f.Sync() }
