package tools

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// unfinishedAge is how long nobody has written to a part file before it counts as left by a process that was killed. An
// export writes to its own within seconds, also one of another process.
const unfinishedAge = time.Hour

// RemoveUnfinished removes the part files that killed processes left in the output folder and in those of its users, as
// of now. A folder that does not exist has none. What cannot be removed stays, and the error says why.
func RemoveUnfinished(folder string, now time.Time) error {
	err := removeParts(folder, now)
	users, failed := os.ReadDir(filepath.Join(folder, usersFolder))
	if failed != nil && !errors.Is(failed, fs.ErrNotExist) {
		err = errors.Join(err, failed)
	}
	for _, u := range users {
		if u.IsDir() {
			err = errors.Join(err, removeParts(filepath.Join(folder, usersFolder, u.Name()), now))
		}
	}
	return err
}

func removeParts(folder string, now time.Time) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if part, _ := filepath.Match(".export-*.part", e.Name()); !part || !e.Type().IsRegular() {
			continue
		}
		info, failed := e.Info()
		if failed == nil && now.Sub(info.ModTime()) > unfinishedAge {
			failed = os.Remove(filepath.Join(folder, e.Name()))
		}
		if failed != nil && !errors.Is(failed, fs.ErrNotExist) { // another process may have been first
			err = errors.Join(err, failed)
		}
	}
	return err
}
