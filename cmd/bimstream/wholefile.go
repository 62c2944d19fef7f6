package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeWhole writes a file that appears whole and on the disk, or not at all: where it fails, what was there before
// stays as it was. What is no file, such as a terminal or a pipe, is written to as it is.
func writeWhole(path string, mode fs.FileMode, write func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*.partial")
	if err != nil {
		return err
	}
	err = cmp.Or(write(f), f.Sync())
	if err = errors.Join(err, f.Close()); err == nil {
		err = cmp.Or(os.Chmod(f.Name(), mode), os.Rename(f.Name(), path))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// outputMode is that of files for others to read.
const outputMode = 0o600
