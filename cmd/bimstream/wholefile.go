package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeWhole writes a file completely and to the disk, or not at all: after a failure an existing file is unchanged. It
// writes directly to a path that is no regular file, such as a terminal or a pipe.
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

// outputMode is the mode of written files: only their owner has access.
const outputMode = 0o600
