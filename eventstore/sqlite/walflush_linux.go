package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// flushData makes data written to a file survive a loss of power. Unlike fsync, it does not write the time of the last
// change. Writing the time would take another wait for the disk, or a commit of the file system's journal.
func flushData(f *os.File) error {
	for {
		if err := unix.Fdatasync(int(f.Fd())); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
