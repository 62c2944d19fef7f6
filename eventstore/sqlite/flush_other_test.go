//go:build !linux

package sqlite

import "os"

// flushData does for the raw benchmark what SQLite does for the log.
func flushData(f *os.File) error { return f.Sync() }
