package bench

import (
	"os"

	"golang.org/x/sys/unix"
)

// flushData makes a file's bytes durable in the way in which the store does on this system.
func flushData(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }
