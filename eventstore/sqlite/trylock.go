package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// TryLock takes the lock of a file, which only one holder on this machine can have. free is false if another holder has
// the lock. The system releases the lock when the process of its holder ends. The file remains.
func TryLock(path string) (release func(), free bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, false, fmt.Errorf("take the lock %s: %w", filepath.Base(path), err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, false, fmt.Errorf("take the lock %s: %w", filepath.Base(path), err)
	}
	switch err := tryLock(f); {
	case errors.Is(err, errLockHeld):
		return nil, false, f.Close()
	case err != nil:
		return nil, false, errors.Join(fmt.Errorf("take the lock %s: %w", filepath.Base(path), err), f.Close())
	}
	return func() {
		_ = unlock(f)
		_ = f.Close()
	}, true, nil
}
