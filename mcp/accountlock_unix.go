//go:build unix

package mcp

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile waits for the exclusive lock of a file, which the operating system takes back when the process ends.
func lockFile(f *os.File) error { return flock(f, unix.LOCK_EX) }

func unlockFile(f *os.File) error { return flock(f, unix.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
