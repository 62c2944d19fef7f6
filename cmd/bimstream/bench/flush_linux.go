package bench

import (
	"os"

	"golang.org/x/sys/unix"
)

// flushData flushes a file to the disk in the same way as the store on this system.
func flushData(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }
