package sqlite

import (
	"os"

	"golang.org/x/sys/unix"
)

// flushData does for the raw benchmark what SQLite does for the log.
func flushData(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }
