//go:build !linux

package bench

import "os"

// flushData flushes a file to the disk in the same way as the store on this system.
func flushData(f *os.File) error { return f.Sync() }
