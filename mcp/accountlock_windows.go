package mcp

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/windows"
)

// lockedRange returns a byte far behind the contents of the file, because a lock on the contents would block writes by
// its holder.
func lockedRange() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1} }

// lockFile waits for the exclusive lock of a file, which the operating system releases when the process ends.
func lockFile(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, lockedRange())
}

func unlockFile(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, lockedRange())
}

// load reads the file.
func (f *accountFile) load() error {
	about, err := f.Stat()
	if err != nil {
		return err
	}
	if err := f.checkSize(about.Size()); err != nil {
		return err
	}
	if _, err := f.ReadAt(f.room[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// save writes one of the places.
func (f *accountFile) save(place int, text [accountBytes]byte) error {
	_, err := f.WriteAt(text[:], int64(place*accountBytes))
	return err
}

func (f *accountFile) unmap() error { return nil }
