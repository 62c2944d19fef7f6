//go:build !linux

package sqlite

import "os"

// flushData makes data written to a file survive a loss of power.
func flushData(f *os.File) error { return f.Sync() }
