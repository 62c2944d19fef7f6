package mcp

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockedRange is a byte far behind what is in the file: a lock on what is read would keep its holder's writes out.
func lockedRange() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1} }

// lockFile waits for the exclusive lock of a file, which the operating system takes back when the process ends.
func lockFile(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, lockedRange())
}

func unlockFile(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, lockedRange())
}
