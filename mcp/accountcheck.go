package mcp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// CheckLimits checks the files in a folder of a data directory that count the use of limits. It returns the faults, one
// line each, and the number of files.
func CheckLimits(dir string) (faults []string, files int, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != accountSuffix {
			continue
		}
		files++
		torn, err := checkAccount(filepath.Join(dir, e.Name()))
		switch {
		case err != nil:
			faults = append(faults, fmt.Sprintf("%s: %v", e.Name(), err))
		case torn:
			faults = append(faults, e.Name()+": one of its two places is not sound; the next call counts one "+
				"more for it")
		}
	}
	return faults, files, err
}

// checkAccount reads a file while nobody writes it. It reports whether one of its places is damaged.
func checkAccount(path string) (torn bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := lockFile(f); err != nil {
		return false, err
	}
	text, err := io.ReadAll(f)
	if err := errors.Join(err, unlockFile(f)); err != nil {
		return false, err
	}
	var room accountRoom
	if len(text) != len(room) && len(text) != accountBytes {
		return false, wrongSize(int64(len(text)))
	}
	copy(room[:], text)
	_, _, torn, err = room.read()
	return torn, err
}
