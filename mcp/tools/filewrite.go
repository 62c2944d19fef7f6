package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// outputMode is that of a file that is handed out: a temporary one is readable by its owner only.
const outputMode = 0o644

// writeOutput writes a file beside a path and puts it there when it is whole and on the disk, replacing one that is
// there. When anything fails, no file is left behind and an old one is untouched.
func writeOutput(path string, write func(io.Writer) error) (digest string, size int64, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".export-*.part")
	if err != nil {
		return "", 0, err
	}
	hash := sha256.New()
	err = write(io.MultiWriter(f, hash))
	if err == nil {
		err = f.Sync()
	}
	if info, failed := f.Stat(); failed == nil {
		size = info.Size()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Chmod(f.Name(), outputMode)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return "", 0, errors.Join(err, os.Remove(f.Name()))
	}
	return hex.EncodeToString(hash.Sum(nil)), size, nil
}
