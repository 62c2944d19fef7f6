package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedBytes is the length of the locked range. The file is empty; a lock beyond its end is allowed.
const lockedBytes = 1

// tryLock takes the exclusive lock if it is free and returns errLockHeld if it is not.
func tryLock(f *os.File) error {
	err := lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errLockHeld
	}
	return err
}

// lock waits for the exclusive lock.
func lock(f *os.File) error { return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, lockedBytes, 0, new(windows.Overlapped))
}

func lockFile(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, lockedBytes, 0, new(windows.Overlapped))
}

// syncDirectory does nothing, because NTFS journals the names of files and cannot flush a directory.
func syncDirectory(string) error { return nil }
